import { api } from '$lib/api/http';
export const beginGuided = () =>
  api.begin({
    seats: [{ name: 'You' }, { name: 'Tiro', bot: 'tiro' }, { name: 'Tiro II', bot: 'tiro' }],
    rules: 'forvm',
    guided: true,
  });
