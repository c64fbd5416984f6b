import { InjectionToken, type Type } from '@angular/core';
import type { FirstStep } from '@groupless/shared-dto';

/** Where a first step of the installation is done, in the list of the dashboard. Its component has these inputs. */
export interface StepFormInputs {
  step: FirstStep;
  /** Called when the form has ended, with whether what the step asks for is stored: also where that is the default. */
  done: (isStored: boolean) => void;
}

/** Loads the form of a step, and its texts. */
export type StepForms = Readonly<Record<FirstStep, () => Promise<Type<unknown>>>>;

/** The features that own the settings provide them; the dashboard shows them. */
export const STEP_FORMS = new InjectionToken<StepForms>('forms of the first steps');
