/** Where every page is. */

const id = encodeURIComponent;

/** A game that is kept here, or a record that was brought. */
export interface Source {
  kind: 'game' | 'replay';
  id: string;
}

const at = ({ kind, id: name }: Source) => `/${kind}/${id(name)}`;

export const addresses = {
  home: '/',
  newGame: '/new',
  lab: (run = '') => (run ? `/lab/${id(run)}` : '/lab'),
  /** The laboratory, which asks that ready question at once. */
  question: (name: string) => `/lab?ask=${id(name)}`,
  rules: (edition: string, clause = '') => `/rules/${id(edition)}${clause && `#${clause}`}`,
  table: (game: string) => `/game/${id(game)}`,
  replay: (source: Source) => (source.kind === 'game' ? `${at(source)}/replay` : at(source)),
  /** Two records side by side, at the place where they part. */
  compare: (left: string, right: string) => `/compare/${id(left)}/${id(right)}`,
  rulesOf: (source: Source) => `${at(source)}/rules`,
  end: (source: Source) => `${at(source)}/end`,
  dice: (source: Source) => `${at(source)}/dice`,
};
