/** What the laboratory says; apart from the other texts, so that only its own page loads it. */
export { lab, type Unit } from './en/lab';
