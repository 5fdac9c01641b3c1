import type { CredentialConfiguration } from '../../../ground/formats/credential-format'
import type { OwnCredential } from '../../../ground/formats/own-credential'
import type { JsonObject } from '../../../ground/values/json'

const mdocPid = 'eu.europa.ec.eudi.pid.1'

const mdocClaim = (element: string): JsonObject => ({ path: [mdocPid, element], intent_to_retain: false })

const credentials: JsonObject[] = [
  {
    id: 'pid_sd_jwt',
    format: 'dc+sd-jwt',
    meta: { vct_values: ['urn:eudi:pid:1'] },
    claims: [{ path: ['family_name'] }, { path: ['given_name'] }, { path: ['birthdate'] }],
  },
  {
    id: 'pid_mdoc',
    format: 'mso_mdoc',
    meta: { doctype_value: mdocPid },
    claims: [mdocClaim('family_name'), mdocClaim('given_name'), mdocClaim('birth_date')],
  },
]

/**
 * Requests the minimum that still proves a PID, in whichever of the two formats the wallet holds. The credential set
 * makes each format optional: without it, a wallet with only one of them would have to return nothing.
 * @see OID4VP-1FINAL-6.4.2
 */
export const defaultDcqlQuery: JsonObject = {
  credentials: credentials,
  credential_sets: [{ options: [['pid_sd_jwt'], ['pid_mdoc']] }],
}

/** A query of ours without `intent_to_retain: false`, which a wallet takes for granted. OID4VP-1FINALA-B.2.4 */
export const briefQuery = (query: JsonObject): JsonObject =>
  JSON.parse(
    JSON.stringify(query, (name, value) => (name === 'intent_to_retain' && value === false ? undefined : value)),
  )

/** The same where only an mdoc can be asked for. ISO18013-7-C */
export const defaultMdocQuery: JsonObject = { credentials: credentials.filter(({ format }) => format === 'mso_mdoc') }

/** How many claims of a credential are requested that is no PID. */
const ownClaimsMax = 3

/** The same for one format and type, for a wallet that was issued such a credential. */
export const queryForType = (type: CredentialConfiguration): JsonObject => ({
  credentials: type.own === undefined ? queriesFor(type) : [ownQuery(type, type.own)],
})

/** Some claims of a credential that a tester made up, with a proof of possession where it is bound to a key. */
const ownQuery = (type: CredentialConfiguration, { claims, namespace, bound }: OwnCredential): JsonObject => ({
  id: 'own_type',
  format: type.format,
  meta: metaOf(type),
  claims: Object.keys(claims)
    .slice(0, ownClaimsMax)
    .map((name) =>
      type.format === 'mso_mdoc' ? { path: [namespace ?? '', name], intent_to_retain: false } : { path: [name] },
    ),
  ...(bound ? {} : { require_cryptographic_holder_binding: false }),
})

const queriesFor = (type: CredentialConfiguration): JsonObject[] =>
  credentials
    .filter(({ format }) => format === type.format)
    .map((query): JsonObject => ({ ...query, meta: metaOf(type) }))

const metaOf = (type: CredentialConfiguration): JsonObject =>
  type.format === 'mso_mdoc' ? { doctype_value: type.doctype } : { vct_values: [type.vct] }
