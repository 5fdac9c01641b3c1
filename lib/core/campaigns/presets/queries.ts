import { pidAttributes } from '../../shared/pid/attributes'
import type { JsonObject } from '../../shared/values/json'

type Path = readonly (string | number | null)[]

const pidType = 'eu.europa.ec.eudi.pid.1'

/** A credential query for a PID as SD-JWT VC. OID4VP-1FINAL-6.1 */
export const sdJwtPid = (claims: readonly JsonObject[], members: JsonObject = {}): JsonObject => ({
  id: 'pid_sd-jwt-1',
  format: 'dc+sd-jwt',
  meta: { vct_values: ['urn:eudi:pid:1'] },
  claims: [...claims],
  ...members,
})

/** A credential query for a PID as mdoc. OID4VP-1FINAL-6.1 */
export const mdocPid = (claims: readonly JsonObject[], members: JsonObject = {}): JsonObject => ({
  id: 'pid_mdoc-1',
  format: 'mso_mdoc',
  meta: { doctype_value: pidType },
  claims: [...claims],
  ...members,
})

/** A credential query that no wallet can answer. */
export const heldByNobody: JsonObject = {
  id: 'unknown_1',
  format: 'dc+sd-jwt',
  meta: { vct_values: ['urn:example:nobody-has-this:1'] },
  claims: [{ path: ['family_name'] }],
}

/** A claims query for a path. OID4VP-1FINAL-6.3 */
export const claim = (path: Path, members: JsonObject = {}): JsonObject => ({ path: [...path], ...members })

/** A claims query for an element in the PID's namespace. */
export const element = (name: string, members: JsonObject = {}): JsonObject => claim([pidType, name], members)

/** The member `dcql_query` of a session request. */
export const query = (credentials: readonly JsonObject[], members: JsonObject = {}): JsonObject => ({
  dcql_query: { credentials: [...credentials], ...members },
})

/** Structured PID claims; each part is requested by itself. */
const parts: Readonly<Record<string, readonly Path[]>> = {
  place_of_birth: [
    ['place_of_birth', 'country'],
    ['place_of_birth', 'region'],
    ['place_of_birth', 'locality'],
  ],
  nationalities: [['nationalities', null]],
}

/** Attributes that another issuer's PID need not have: our own trust anchor and legal category. */
const ofThisIssuer = new Set(['trust_anchor', 'attestation_legal_category'])
const wanted = pidAttributes.filter(({ identifier }) => !ofThisIssuer.has(identifier))

/** Every claim of the PID. PIDRB-4.1 */
export const everyClaim: readonly JsonObject[] = wanted.flatMap(({ sdJwtPath }) =>
  (parts[sdJwtPath[0] ?? ''] ?? [sdJwtPath]).map((path) => claim(path)),
)

/** Every element of the PID. PIDRB-3.1.2 */
export const everyElement: readonly JsonObject[] = wanted.flatMap(({ mdoc }): JsonObject[] =>
  mdoc === null ? [] : [element(mdoc.element)],
)

/** A random KeyIdentifier that matches no certificate. */
export const foreignKeyIdentifier = 'XiBQ9AmZZvKPw-iswbSx3l6zuTI'

/** A public key whose private half nobody has, placed where a wallet must not look for keys. */
export const decoyKey: JsonObject = {
  kty: 'EC',
  crv: 'P-256',
  x: 'dTQhEXuAQs4wmW5nVpxv5kdpgsb8roqUOVITF_bWe2U',
  y: 'yDyQetE37dahLBeuRWXd2AnHpkgKUQwN7zuFQpUmC5M',
  use: 'enc',
  alg: 'ECDH-ES',
  kid: 'decoy',
}
