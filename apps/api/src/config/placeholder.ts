const TELLTALE =
  /change[-_ ]?(me|this|it)|replace[-_ ]?(me|this|with)|placeholder|example|your[-_ ]|default|^<.*>$|^(my[-_ ]?)?(secret|password|admin|test|key|token)([-_ \d]|$)/i;

/** Whether a secret looks like a placeholder of a template. */
export function isPlaceholder(value: string): boolean {
  return TELLTALE.test(value) || new Set(value).size < 6;
}
