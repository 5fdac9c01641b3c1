import type { OwnedKind } from './kinds'

/** A record that an organisation owns, as stored; further members are those of its kind. */
export type StoredEntity = Readonly<Record<string, unknown>> & {
  readonly id: string
  readonly organization: string
  readonly name: string
  readonly canonified_name: string
  readonly path: string
}

/** Which record. */
export interface EntityAt {
  readonly kind: OwnedKind
  /** The namespace of its organisation. */
  readonly organization: string
  readonly id: string
}

/** A file to keep as a logo, under a name derived from its content. */
export interface LogoFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** A change is made only if the record has one of these revisions; `null`: any. */
type Revisions = readonly string[] | null

/** What of an organisation names a record: paths of at most 20 pipelines, and how many runs, counted up to 1000. */
interface Namers {
  readonly pipelines: readonly string[]
  readonly executions: number
}

/** Storage of what organisations own. Every method throws StoreUnavailable, and ProtocolError for a value that no column takes. */
export interface EntityStore {
  /** A page of one kind, sorted by path. `parent`: id or path of what they belong to. `page` counts from 1. */
  list(asked: {
    readonly kind: OwnedKind
    readonly organization: string
    readonly parent: string
    readonly search: string
    readonly page: number
    readonly perPage: number
  }): Promise<{ readonly total: number; readonly entities: readonly StoredEntity[] }>
  /** One record with its revision, a digest of everything writable; `null` if the organisation has none such. */
  read(at: EntityAt): Promise<(StoredEntity & { readonly revision: string }) | null>
  /** Adds a record, unless the organisation has `most` of all kinds. */
  create(added: {
    readonly kind: OwnedKind
    readonly organization: string
    readonly members: Readonly<Record<string, unknown>>
    readonly most: number
  }): Promise<
    | { readonly outcome: 'created' | 'exists'; readonly id: string; readonly path: string }
    | { readonly outcome: 'unknown_organization' | 'unknown_parent' | 'too_many' }
  >
  /**
   * Changes a record atomically. `path`: where it is now; `moved`: its earlier path, if that is another one;
   * `same`: it was like that before.
   */
  change(
    at: EntityAt,
    changes: Readonly<Record<string, unknown>>,
    revisions: Revisions,
  ): Promise<
    | {
        readonly outcome: 'changed'
        readonly path: string
        readonly same: boolean
        readonly moved?: string | undefined
      }
    | { readonly outcome: 'exists'; readonly id: string; readonly path: string }
    | { readonly outcome: 'unknown' | 'unknown_parent' | 'stale' }
  >
  /** Keeps a logo with a record, in place of the one it has. */
  keepLogo(at: EntityAt, logo: LogoFile): Promise<void>
  /** Deletes a record that nothing of its organisation uses. */
  remove(
    at: EntityAt,
    revisions: Revisions,
  ): Promise<
    | { readonly outcome: 'removed'; readonly path: string }
    | { readonly outcome: 'unknown' | 'stale' }
    | { readonly outcome: 'used'; readonly used_by: Namers & Readonly<Record<string, unknown>> }
  >
  /** What of an organisation names a path. */
  namers(organization: string, path: string): Promise<Namers>
  /**
   * For each name, paths of its kind that may be meant, at most 300. `viewer`: only what the organisation with this
   * namespace may know, its own and what is public; `null` for all.
   */
  candidates(
    names: readonly (readonly [kind: OwnedKind, name: string])[],
    viewer: string | null,
  ): Promise<readonly (readonly string[])[]>
  /** What may be chosen of each kind, at most `most`, those of the viewer first. */
  choices(asked: {
    readonly kinds: readonly OwnedKind[]
    readonly viewer: string
    readonly most: number
  }): Promise<Readonly<Record<string, readonly (readonly [path: string, name: string])[]>>>
}

/** How the namespace of an organisation stands with Temporal. */
type NamespaceState = 'pending' | 'ready' | 'failed'

/** An organisation. Instants are RFC 3339. */
export interface StoredOrganization {
  readonly id: string
  readonly name: string
  /** The name of its namespace, and the first part of its paths. */
  readonly canonified_name: string
  readonly description: string
  readonly website: string
  /** The name of its file; '' for none. */
  readonly logo: string
  readonly namespace_state: NamespaceState
  /** Why the namespace could not be registered, in a sentence; '' for no reason. */
  readonly namespace_problem: string
  readonly created: string
  readonly updated: string
}

/** Storage of organisations. Every method throws like those of EntityStore. */
export interface OrganizationStore {
  /** A page of all of them, or `only` this one, sorted by namespace. */
  list(asked: {
    readonly only: string | null
    readonly search: string
    readonly page: number
    readonly perPage: number
  }): Promise<{ readonly total: number; readonly organizations: readonly StoredOrganization[] }>
  read(organization: string): Promise<(StoredOrganization & { readonly revision: string }) | null>
  /** Adds an organisation whose namespace is not registered yet, unless there are `most`. */
  create(added: {
    readonly name: string
    readonly canonified_name: string
    readonly description: string
    readonly website: string
    readonly most: number
  }): Promise<{ readonly id: string } | 'exists' | 'name_taken' | 'too_many'>
  change(
    organization: string,
    changes: Readonly<Record<string, unknown>>,
    revisions: Revisions,
  ): Promise<'changed' | 'unknown' | 'name_taken' | 'stale'>
  /** Deletes an organisation that has neither pipelines nor runs, with everything that it owns. */
  remove(
    organization: string,
    revisions: Revisions,
  ): Promise<
    | { readonly outcome: 'removed' | 'unknown' | 'stale' }
    | {
        readonly outcome: 'used'
        readonly used_by: { readonly pipelines: readonly string[]; readonly executions: boolean }
      }
  >
  /** Notes how a namespace stands, unless it is ready already. */
  noteNamespace(id: string, state: 'ready' | 'failed', problem: string): Promise<void>
}
