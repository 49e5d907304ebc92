import { defineConfig, mergeConfig } from 'vitest/config';
import pages from './vite.config.ts';

export default mergeConfig(
  pages,
  defineConfig({
    resolve: { conditions: ['browser'] },
    // The tests read the board that the engine reads.
    server: { fs: { allow: ['..'] } },
    test: { environment: 'happy-dom', include: ['tests/**/*.test.ts'] },
  }),
);
