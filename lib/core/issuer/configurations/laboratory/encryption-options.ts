import { z } from 'zod'
import type { LaboratoryOptions } from '../../../ground/ports/laboratory'
import { laboratoryOption } from './laboratory-option'

/** Whether a laboratory leaves it to the wallet to encrypt. OID4VCI-1FINAL-12.2.4 */
export const encryptionOptions = {
  encryption: laboratoryOption({
    schema: z.enum(['optional', 'request', 'response', 'required']),
    byDefault: 'optional',
    description:
      'Which messages of the credential and the deferred credential endpoint the metadata require to be encrypted: none ' +
      '(optional), requests (request), responses, which a wallet can only ask for in an encrypted request (response), or both ' +
      '(required). OpenID4VCI 1.0 sections 8.2, 9.1, 10 and 12.2.4',
  }),
}

/** Which messages have to be encrypted. */
export interface RequiredEncryption {
  readonly request: boolean
  readonly response: boolean
}

/** Which `encryption_required` of the metadata are true under an option. OID4VCI-1FINAL-12.2.4 */
export const requiredEncryption = ({ encryption }: Pick<LaboratoryOptions, 'encryption'>): RequiredEncryption => ({
  request: encryption === 'request' || encryption === 'required',
  response: encryption === 'response' || encryption === 'required',
})
