import type { StoredEvent } from '../../../shared/ports/store-types'
import { isObject, type JsonObject } from '../../../shared/values/json'
import type { RequestAlgorithm } from '../../deviations/verifier-deviation'
import { openableEncryption } from './client-metadata'

/**
 * Capabilities that a wallet announced at the request fetch and that responses can be compared with; members missing
 * from its metadata are `null`. OID4VP-1FINAL-10.1
 */
export interface WalletAnnouncement {
  readonly formats: readonly string[] | null
  readonly algValues: readonly string[] | null
  readonly encValues: readonly string[] | null
}

const formats = ['dc+sd-jwt', 'mso_mdoc']
const algorithms = ['ECDH-ES', 'ECDH-ES+A128KW', 'ECDH-ES+A192KW', 'ECDH-ES+A256KW']

/**
 * Announcement for the event of the fetch; `null` without metadata. Keeps only known names, because a wallet may put
 * anything into its metadata.
 */
export function announcementDetail(metadata: Readonly<Record<string, unknown>> | null): JsonObject | null {
  if (metadata === null) return null
  const listed = metadata.vp_formats_supported
  return {
    formats: isObject(listed) ? formats.filter((format) => Object.hasOwn(listed, format)) : null,
    alg_values: known(metadata.authorization_encryption_alg_values_supported, algorithms),
    enc_values: known(metadata.authorization_encryption_enc_values_supported, openableEncryption),
    // Only if present: every wallet verifies ES256.
    ...withRequestAlgorithms(known(metadata.request_object_signing_alg_values_supported, requestAlgorithms)),
  }
}

/** Request algorithms that a test depends on. */
const requestAlgorithms: readonly RequestAlgorithm[] = ['RS384', 'EdDSA']

const withRequestAlgorithms = (names: string[] | null): JsonObject =>
  names === null || names.length === 0 ? {} : { request_algs: names }

const known = (listed: unknown, names: readonly string[]): string[] | null =>
  Array.isArray(listed) ? names.filter((name) => listed.includes(name)) : null

/** The last announcement before an event; `null` without metadata until then. */
export function announcementBefore(events: readonly StoredEvent[], answer: StoredEvent): WalletAnnouncement | null {
  const detail = events
    .slice(0, events.indexOf(answer))
    .findLast(({ type, detail: { announced } }) => type === 'vp_request_retrieved' && isObject(announced))?.detail
  const announced = detail?.announced
  if (!isObject(announced)) return null
  return {
    formats: strings(announced.formats),
    algValues: strings(announced.alg_values),
    encValues: strings(announced.enc_values),
  }
}

const strings = (value: unknown): readonly string[] | null =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : null
