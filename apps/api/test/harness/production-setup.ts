/** A file of its own, because Jest calls each file once, whatever number of projects name it. */
export { default } from './global-setup';
