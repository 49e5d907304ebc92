/** Addresses of the pages. Every address without a file is answered with this page, which finds its own way. */

export interface Route {
  path: string;
  parts: string[];
  hash: string;
  query: URLSearchParams;
}

function current(): Route {
  const { pathname, hash, search } = location;
  return {
    path: pathname,
    parts: pathname.split('/').filter(Boolean).map(decodeURIComponent),
    hash: decodeURIComponent(hash.slice(1)),
    query: new URLSearchParams(search),
  };
}

class Router {
  route = $state.raw(current());

  constructor() {
    addEventListener('popstate', () => (this.route = current()));
  }

  go(to: string, { replace = false } = {}) {
    history[replace ? 'replaceState' : 'pushState'](null, '', to);
    this.route = current();
    if (!this.route.hash) scrollTo(0, 0);
  }

  /** For one listener on the whole page: plain clicks on our own links stay on the page. */
  follow = (click: MouseEvent) => {
    if (
      click.defaultPrevented ||
      click.button ||
      click.metaKey ||
      click.ctrlKey ||
      click.shiftKey ||
      click.altKey
    )
      return;
    const link = (click.target as Element).closest('a');
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (link.pathname.startsWith('/api/')) return;
    click.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  };
}

export const router = new Router();
