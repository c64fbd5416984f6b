import type { CanMatchFn, Routes } from '@angular/router';
import { featureTexts } from './i18n/feature-texts';
import { signedIn, signedOut } from './session/guards';

/** Both pages share their texts, which nobody else loads. */
const isForgotten: CanMatchFn = (_route, [first]) => first?.path === 'forgot' || first?.path === 'reset';

/** What is said on every screen. Guards run at once: the texts load while the session is asked for. */
const texts = featureTexts('', (language) => import(`./i18n/${language}.json`));

export const APP_ROUTES: Routes = [
  {
    path: 'login',
    title: 'session.title',
    canActivate: [signedOut],
    loadComponent: () => import('./login/login').then(({ Login }) => Login),
  },
  {
    path: 'invite',
    title: 'session.invite.title',
    loadComponent: () => import('./invite/invite').then(({ Invite }) => Invite),
  },
  {
    path: 'technician',
    loadChildren: () =>
      import('./technician/technician.routes').then(({ TECHNICIAN_ROUTES }) => TECHNICIAN_ROUTES),
  },
  {
    path: '',
    canMatch: [isForgotten],
    loadChildren: () =>
      import('./forgotten/forgotten.routes').then(({ FORGOTTEN_ROUTES }) => FORGOTTEN_ROUTES),
  },
  {
    path: '',
    // Nobody who has to sign in first loads the code that comes after that.
    canMatch: [signedIn, texts],
    loadChildren: () => import('./frame.routes').then(({ FRAME_ROUTES }) => FRAME_ROUTES),
  },
];
