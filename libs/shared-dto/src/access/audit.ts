/** The user who did something; name and email are null after that user's end. */
export interface AuditUserDto {
  id: string;
  name: string | null;
  email: string | null;
}

/** Something that was done. */
export interface AuditEventDto {
  id: string;
  at: string;
  user: AuditUserDto | null;
  /** The API key with which it was done. */
  key_name: string | null;
  /** Its id: another key may have the name later. Of a key of the settings, the name of its variable. */
  key_id: string | null;
  /** `what.happened`, such as `auth.logged_in`. */
  action: string;
  /** To what, as `kind:id`. */
  object: string | null;
  /** What that was called then, else what it is called now; null when it is gone, or has no name. */
  object_name: string | null;
  /** From where. */
  ip: string | null;
  details: Record<string, string | number | boolean | null>;
}

export interface AuditQueryDto {
  user_id?: string;
  /** How the action begins: `auth.` is all of that kind. */
  action?: string;
  object?: string;
  /** The client that it concerned. */
  client_id?: string;
  /** Part of what the object was called then. */
  q?: string;
  /** From this instant on. */
  from?: string;
  /** Before this instant. */
  to?: string;
  limit?: number;
  cursor?: string;
}
