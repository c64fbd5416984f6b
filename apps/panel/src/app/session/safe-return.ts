/** The address to open after signing in; only within the panel. */
export function safeReturn(asked: string | undefined): string {
  return asked !== undefined && /^\/(?![/\\])/.test(asked) && !asked.startsWith('/login') ? asked : '/';
}
