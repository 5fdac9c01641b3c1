import type { CredentialType } from '../../../ground/formats/credential-configuration'
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

/** The same for one format and type, for a wallet that was issued such a credential. */
export const queryForType = (type: CredentialType): JsonObject => ({
  credentials: credentials
    .filter(({ format }) => format === type.format)
    .map((query): JsonObject => ({ ...query, meta: metaOf(type) })),
})

const metaOf = (type: CredentialType): JsonObject =>
  type.format === 'mso_mdoc' ? { doctype_value: type.doctype } : { vct_values: [type.vct] }
