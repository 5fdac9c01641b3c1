import type { Random, Sha256 } from '../shared/ports/ports'
import { type EpochMillis, epochMillis } from '../shared/time/time'
import { toBase64url, toHex } from '../shared/values/base64url'

/** What a key of an organisation may do; each concerns its own organisation alone. */
export const keyScopes = [
  'pipelines:run',
  'pipelines:write',
  'executions:write',
  'entities:write',
  'evidence:read',
  'keys:write',
] as const
export type KeyScope = (typeof keyScopes)[number]

/** Bounds of an organisation's keys. */
export const keyBounds = {
  nameCharacters: 60,
  daysDefault: 365,
  daysMax: 730,
  /** Keys of an organisation that have neither ended nor been revoked. */
  valid: 50,
  /** Keys that a list shows, the newest first. */
  listed: 200,
  /** Entries of the audit that one response has. */
  entries: 100,
} as const

/** Days after which an entry of the audit is deleted. */
export const auditDays = 400

/** How often the last use of a key is noted at most, in milliseconds. */
export const useNotedMillis = 3_600_000

/** An organisation: `namespace` is its name in paths and in Temporal. */
export interface KnownOrganization {
  readonly id: string
  readonly namespace: string
  readonly name: string
}

/** A key of an organisation without its secret. */
export interface OrganizationKey {
  readonly id: string
  readonly organization: KnownOrganization
  readonly name: string
  /** The part of the key that is no secret, by which it is found. */
  readonly prefix: string
  readonly scopes: readonly KeyScope[]
  readonly createdAt: EpochMillis
  /** `operator`, or `key` and the prefix of the key that made it. */
  readonly createdBy: string
  readonly expiresAt: EpochMillis
  /** Within the hour; `null` if it was never used. */
  readonly lastUsedAt: EpochMillis | null
  readonly revokedAt: EpochMillis | null
}

/** What an audit can say. */
export const auditActions = [
  'key_made',
  'key_revoked',
  'sign_in',
  'sign_in_failed',
  'organization_made',
  'organization_changed',
  'record_made',
  'record_changed',
  'record_deleted',
  'pipeline_made',
  'pipeline_changed',
  'pipeline_deleted',
  'schedule_set',
  'schedule_ended',
] as const
export type AuditAction = (typeof auditActions)[number]

/** One thing that somebody did to an organisation. Entries are added and never changed. */
export interface AuditEntry {
  readonly at: EpochMillis
  /** As `createdBy` of a key; `somebody` whose key was not right. */
  readonly actor: string
  readonly action: AuditAction
  /** What it was done to, such as the prefix of a key. */
  readonly target: string
  /** The /24 or /48 that the request came from; '' for this machine. */
  readonly network: string
}

/** Who does something, for the audit. */
export type AuditedBy = Pick<AuditEntry, 'at' | 'actor' | 'network'>

/** A key to store. */
interface NewOrganizationKey extends Pick<OrganizationKey, 'name' | 'prefix' | 'scopes' | 'expiresAt'> {
  readonly organization: KnownOrganization
  /** SHA-256 of the secret part as hex. */
  readonly secretSha256: string
}

/** Storage of organisations' keys and audits. Every method throws StoreUnavailable while it does not respond. */
export interface OrganizationKeys {
  /** `null` if no organisation has this namespace. */
  organization(namespace: string): Promise<KnownOrganization | null>
  /** Finds a key and the SHA-256 of its secret, as hex; `null` if none has this prefix. */
  byPrefix(prefix: string): Promise<(OrganizationKey & { readonly secretSha256: string }) | null>
  /** Keys of an organisation, revoked and ended ones too, the newest first, at most `keyBounds.listed`. */
  list(organization: KnownOrganization): Promise<readonly OrganizationKey[]>
  /** Stores a key, and that it was made. `too_many`: so many of the organisation are valid; `taken`: the prefix is. */
  add(key: NewOrganizationKey, by: AuditedBy): Promise<OrganizationKey | 'too_many' | 'taken'>
  /** Revokes a key of an organisation for good; `null` if it has none with this id. Repeating it changes nothing. */
  revoke(organization: KnownOrganization, id: string, by: AuditedBy): Promise<OrganizationKey | null>
  /** Notes that a key was used, unless that was noted within the hour before. */
  noteUse(id: string, at: EpochMillis): Promise<void>
  note(organization: KnownOrganization, entry: AuditEntry): Promise<void>
  /** Entries about an organisation, the newest first, at most `keyBounds.entries`. */
  audit(organization: KnownOrganization): Promise<readonly AuditEntry[]>
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
const prefixCharacters = 8
const secretBytes = 32
const form = /^wck_([a-z2-7]{8})_([\w-]{43})$/

/** A new key: what is shown once, and what is stored of it. Its secret has 256 bits, so a fast digest protects it. */
export function makeOrganizationKey({ random, sha256 }: { readonly random: Random; readonly sha256: Sha256 }): {
  readonly key: string
  readonly prefix: string
  readonly secretSha256: string
} {
  const prefix = [...random(prefixCharacters)].map((byte) => alphabet[byte % alphabet.length]).join('')
  const secret = toBase64url(random(secretBytes))
  return { key: `wck_${prefix}_${secret}`, prefix, secretSha256: toHex(sha256(secret)) }
}

/** The parts of a text that has the form of an organisation's key; `null` for any other. */
export function readOrganizationKey(text: string): { readonly prefix: string; readonly secret: string } | null {
  const [, prefix, secret] = form.exec(text) ?? []
  return prefix === undefined || secret === undefined ? null : { prefix, secret }
}

/** How a key stands at an instant. */
export function standingOf(
  { expiresAt, revokedAt }: Pick<OrganizationKey, 'expiresAt' | 'revokedAt'>,
  at: EpochMillis,
): 'valid' | 'revoked' | 'expired' {
  if (revokedAt !== null) return 'revoked'
  return expiresAt <= at ? 'expired' : 'valid'
}

/** The instant before which entries of the audit, and keys that had ended, are deleted. */
export const auditedSince = (now: EpochMillis): EpochMillis => epochMillis(now - auditDays * 86_400_000)
