import { blockedBy, defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { quote, quoteStart, say } from '../../../ground/values/wording'
import type { CredentialReading } from '../../read/credential-reading'

export const credentialConfigurationKnown = defineCheck<CredentialReading>('vci.credential.configuration_known', {
  title: 'Requested credential configuration is in the issuer metadata',
  problem: 'The requested credential configuration is not in the issuer metadata',
  clauses: ['OID4VCI-1FINAL-8.3.1.2'],
  level: 'must',
  rejects: 'unknown_credential_configuration',
  refusal: 'Send a credential_configuration_id of the metadata of this issuer.',
  needs: ['vci.credential.one_identifier', 'vci.credential.uses_configuration_id'],
  why: 'The issuer can only issue what its metadata announces.',
  hint: 'Take credential_configuration_id from credential_configurations_supported of this issuer.',
  run: ({ body: { request, configurationId }, advertised, identifiers }) => {
    if (request === null) return notApplicable(say`The body is not a JSON object.`)
    if (identifiers.given && identifiers.sent !== 'absent' && identifiers.names === null)
      return blockedBy('vci.identifiers.known')
    if (typeof configurationId === 'string' && advertised.includes(configurationId)) return pass(quote(configurationId))
    return violated({
      expected: advertised.map(quote),
      actual:
        typeof configurationId === 'string'
          ? quoteStart(configurationId, 200)
          : say`a value of type ${typeof configurationId}`,
    })
  },
})
