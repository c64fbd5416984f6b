import { submit, type FieldTree, type FormSubmitOptions } from '@angular/forms/signals';
import { isProblem, type Problem } from '../../http/problem';

interface ServerError {
  kind: 'server';
  message?: string;
  fieldTree: FieldTree<unknown>;
}

/**
 * How a form is sent: `form(model, rules, { submission: sending((value) => this.api.save(value)) })` with
 * `<form [formRoot]="form">`. What the API has against a field lands on that field, the rest on the form; the first
 * error gets the focus. A form in which `isWanted` finds nothing to send is not sent: its button says so with
 * `aria-disabled`, since a disabled one would swallow an Enter that comes faster than the page is drawn.
 */
export function sending<Model>(
  work: (value: Model) => Promise<unknown>,
  isWanted: () => boolean = () => true,
): FormSubmitOptions<Model, unknown> {
  return {
    action: async (form) => {
      if (!isWanted()) return undefined;
      const tree = form as unknown as FieldTree<Model>;
      try {
        await work(tree().value());
        return undefined;
      } catch (error) {
        if (!isProblem(error)) throw error;
        setTimeout(() => focusFirstError(tree));
        return serverErrors(tree, error);
      }
    },
    onInvalid: (form) => {
      if (!isWanted()) return;
      const tree = form as unknown as FieldTree<Model>;
      if (isRefusedAsAWhole(tree)) sendAgain(tree);
      else focusFirstError(tree);
    },
  };
}

/** Whether the only errors are those of the whole form from the last refusal: no answer, or a state that may have changed. */
function isRefusedAsAWhole<Model>(tree: FieldTree<Model>): boolean {
  return tree()
    .errorSummary()
    .every(({ kind, fieldTree }) => kind === 'server' && fieldTree === tree);
}

/**
 * Angular keeps an error of the server until the value changes, and does not send a form that has errors. So the value
 * becomes a copy of itself.
 */
function sendAgain<Model>(tree: FieldTree<Model>): void {
  (tree as unknown as FieldTree<object>)().value.update((value) => ({ ...value }));
  // The refused submission ends first.
  queueMicrotask(() => void submit(tree));
}

function focusFirstError<Model>(form: FieldTree<Model>): void {
  const [first] = form().errorSummary();
  first?.fieldTree().focusBoundControl();
}

/** A problem's fields as errors of the form's fields; what fits none is an error of the form itself. */
function serverErrors<Model>(form: FieldTree<Model>, problem: Problem): ServerError[] {
  const onFields = problem.fields.map(({ field, message }) => ({
    kind: 'server' as const,
    message,
    fieldTree: shownFieldAt(form, field),
  }));
  if (onFields.length > 0) return onFields;
  // Without an answer there are no words of the API; the frame says that it is away.
  return [{ kind: 'server', fieldTree: form, ...(problem.message !== '' && { message: problem.message }) }];
}

/** The form itself where the page has no control for the field. */
function shownFieldAt<Model>(form: FieldTree<Model>, path: string): FieldTree<unknown> {
  const field = fieldAt(form, path);
  return field().formFieldBindings().length > 0 ? field : form;
}

function fieldAt<Model>(form: FieldTree<Model>, path: string): FieldTree<unknown> {
  let tree = form as FieldTree<unknown>;
  for (const part of path.split('.')) {
    const child = (tree as unknown as Record<string, FieldTree<unknown> | undefined>)[part];
    if (child === undefined) break;
    tree = child;
  }
  return tree;
}
