import { expect, it } from 'vitest';
import * as map from 'virtual:roman-map';
import { reportMap } from '../map/report';

// After a change of the board or the map: npx vitest run tests/report-map.test.ts --update
it('is the map that the reports of the laboratory draw', async () => {
  const told = reportMap(map);
  const lines = told.coasts.map((ring) => `    ${JSON.stringify(ring.flat())}`).join(',\n');
  const written = `{
  "board": ${JSON.stringify(told.board)},
  "width": ${told.width},
  "height": ${told.height},
  "markets": ${JSON.stringify(told.markets)},
  "coasts": [
${lines}
  ]
}
`;
  expect(JSON.parse(written).coasts.length).toBeGreaterThan(20);
  await expect(written).toMatchFileSnapshot('../../src/forvm/lab/report/map.json');
});
