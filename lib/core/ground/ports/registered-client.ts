/** A client that was registered with its keys, from the installation's `clients.json`. RFC 7591 section 2 */
export interface RegisteredClient {
  readonly clientId: string
  /** Public keys that its assertions are signed with. */
  readonly keys: ReadonlyArray<Readonly<Record<string, unknown>>>
  /** Compared as text; empty = every redirect URI that the rules allow. */
  readonly redirectUris: readonly string[]
}
