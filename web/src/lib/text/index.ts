/** All that the pages say, in one place for each language. Game texts (moves, events, rules) come from the server. */
export { en as text } from './en';
