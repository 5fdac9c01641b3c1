import { z } from 'zod'
import { laboratoryOption } from './laboratory-option'

/** How credentials are named between token and credential request. OID4VCI-1FINAL-3.3.4 */
export const identifierOptions = {
  credential_identifiers: laboratoryOption({
    schema: z.enum(['on_request', 'always', 'never']),
    byDefault: 'on_request',
    shared: 'never',
    description:
      'Whether the token response gives credential_identifiers: to wallets that used authorization_details, to all, or to none, ' +
      'for wallets that send authorization_details and then a credential_configuration_id. OpenID4VCI 1.0 section 6.2',
  }),
  datasets: laboratoryOption({
    schema: z.int().min(1).max(4),
    byDefault: 1,
    description:
      'How many credential_identifiers are given, each for a credential with other values. OpenID4VCI 1.0 section 6.2',
  }),
  scopes: laboratoryOption({
    schema: z.boolean(),
    byDefault: true,
    description:
      'Whether each credential configuration has a scope; without it, wallets ask for the credential with authorization_details. ' +
      'OpenID4VCI 1.0 section 12.2.4',
  }),
}
