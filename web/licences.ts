/**
 * Adds the licences of fonts and map data to those of the scripts. Vite collects the latter by itself
 * (`build.license`), but it sees only modules that a script imports.
 */

import { appendFileSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** The file beside the built pages, and in the wheel. */
export const LICENCES = 'licences.txt';

const DATA = ['@fontsource/alegreya-sans', '@fontsource/cinzel', 'world-atlas'];

export function dataLicences(): Plugin {
  return {
    name: 'data-licences',
    apply: 'build',
    writeBundle: {
      order: 'post',
      handler: ({ dir }) => appendFileSync(`${dir}/${LICENCES}`, DATA.map(licence).join('')),
    },
  };
}

function licence(name: string): string {
  const { version, license } = JSON.parse(file(name, 'package.json')) as { version: string; license: string };
  return `\n## ${name} - ${version} (${license})\n\n${file(name, 'LICENSE').trim()}\n`;
}

function file(name: string, path: string): string {
  return readFileSync(fileURLToPath(new URL(`./node_modules/${name}/${path}`, import.meta.url)), 'utf8');
}
