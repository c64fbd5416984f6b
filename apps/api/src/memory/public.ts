export { toldBefore } from './brief/told-before';
export { SessionPlaceRequest } from './session-place';
