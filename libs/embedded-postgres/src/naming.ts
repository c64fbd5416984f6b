/** How a program names what it makes. A data folder works only with the names that it was made with. */
export interface Naming<Name extends string = string> {
  /** Begins the names of files, such as `<program>.lock`. */
  readonly program: string;
  /** The role that owns the databases. */
  readonly ownerRole: string;
  /** The role that serves requests. It owns nothing. */
  readonly servingRole: string;
  /** The program's word for each database, and its name in PostgreSQL. */
  readonly databases: Readonly<Record<Name, string>>;
  /** Class of the advisory lock in the database `postgres` that is held while roles and databases are made. */
  readonly advisoryLock: number;
  /** Where root stores what the server's user cannot reach elsewhere. */
  readonly systemFolder: string;
  /** The setting for the data folder, for error messages. */
  readonly dataDirSetting: string;
}
