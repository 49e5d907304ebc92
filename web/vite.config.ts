import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { dataLicences, LICENCES } from './licences.ts';
import { romanMap } from './map/plugin.ts';

// `forvm play --port 8790` beside `npm run dev`: the page is served fresh, the game by the program.
const GAME_SERVER = process.env.FORVM_SERVER ?? 'http://127.0.0.1:8790';

export default defineConfig({
  plugins: [svelte(), romanMap(), dataLicences()],
  build: {
    outDir: '../src/forvm/server/pages',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    license: { fileName: LICENCES },
    rolldownOptions: {
      checks: { pluginTimings: false },
      // Four parts, each with its styles: the table, all that is around it, and two that those who only play at one
      // screen never load: the laboratory, and what hides, opens and checks dice. Many small files pack badly.
      output: {
        codeSplitting: {
          groups: [
            { name: 'table', test: /src.(App|pages.TablePage)/, priority: 2, minSize: 0 },
            {
              name: 'around',
              test: /src.(pages.(?!TablePage|routes|Lab|Dice)|lib.(home|newgame|ending|replay|rulebook|online|guide).)/,
              priority: 1,
              minSize: 0,
            },
            { name: 'Dice', test: /src.(pages.Dice|lib.dice.)|node_modules.@noble./, minSize: 0 },
            { name: 'Lab', test: /src.(pages.Lab|lib.lab.(?!link)|lib.text.(en.)?lab)/, minSize: 0 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': { target: GAME_SERVER, ws: true } } },
  resolve: { alias: { $lib: fileURLToPath(new URL('./src/lib', import.meta.url)) } },
});
