import type { Routes } from '@angular/router';
import { signedIn, signedOut } from './session/guards';

export const APP_ROUTES: Routes = [
  {
    path: 'login',
    title: 'session.title',
    canActivate: [signedOut],
    loadComponent: () => import('./login/login').then(({ Login }) => Login),
  },
  {
    path: 'invite',
    title: 'invite.title',
    loadComponent: () => import('./invite/invite').then(({ Invite }) => Invite),
  },
  {
    path: 'forgot',
    title: 'forgotten.title',
    canActivate: [signedOut],
    loadComponent: () => import('./forgotten/forgot').then(({ Forgot }) => Forgot),
  },
  {
    path: 'reset',
    title: 'forgotten.new_title',
    loadComponent: () => import('./forgotten/reset').then(({ Reset }) => Reset),
  },
  {
    path: '',
    // Nobody who has to sign in first loads what comes after that.
    canMatch: [signedIn],
    loadChildren: () => import('./frame.routes').then(({ FRAME_ROUTES }) => FRAME_ROUTES),
  },
];
