import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { quote, quoteStart, say } from '../../../ground/values/wording'
import type { CredentialReading } from '../../read/credential-reading'

export const credentialConfigurationAsOffered = defineCheck<CredentialReading>(
  'vci.credential.configuration_as_offered',
  {
    title: 'Requested credential is the one that was offered and authorized',
    problem: 'The requested credential is not the one that was offered and authorized',
    clauses: ['OID4VCI-1FINAL-8.2', 'OID4VCI-1FINAL-6.1'],
    level: 'must',
    rejects: 'credential_request_denied',
    refusal: 'Ask for the credential_configuration_id that the access token was issued for.',
    needs: ['vci.credential.configuration_known', 'vci.credential.token_valid'],
    why: 'The token covers what was offered and nothing else.',
    hint: 'Request the configuration of the offer, or start a session that offers the other one.',
    run: ({ body: { configurationId }, accessToken: { value } }) => {
      const offered = value?.data.credential_configuration_id
      if (typeof offered !== 'string') return notApplicable(say`The access token is not known.`)
      return configurationId === offered
        ? pass()
        : violated({ expected: quote(offered), actual: quoteStart(String(configurationId), 200) })
    },
  },
)
