import { z } from 'zod'
import { optionsWith } from '../../../engine/sessions/session-option'
import { type ClientIdPrefix, clientIdPrefixes, type DidMethod, didMethods } from '../../identity/verifier-client-id'

/** Requirement on a member, for its refusal. */
interface Refusal {
  readonly must: string
}

const option = optionsWith<unknown, Refusal>()

/** Marks non-standard members in the API documentation. */
const extension = { 'x-extension': true }

/**
 * `POST /openid4vp/sessions` members for the verifier's identity. A session stores those that are given.
 * OID4VP-1FINAL-5.9.3
 */
export const prefixOptions = {
  client_id_prefix: option({
    schema: z
      .enum(clientIdPrefixes)
      .optional()
      .meta({
        description:
          'By what the wallet knows the verifier; the setting VERIFIER_CLIENT_ID_PREFIX by default. pre_registered: by registered_client_id, which has no prefix.',
        ...extension,
      }),
    refusal: {
      code: 'invalid_request',
      must: `It must be ${clientIdPrefixes.slice(0, -1).join(', ')} or pre_registered.`,
    },
    keep: (asked): ClientIdPrefix | undefined => asked,
    form: [
      {
        reading: 'text',
        only: clientIdPrefixes,
        drawn: {
          control: 'select',
          label: 'Who asks',
          help: 'By what the wallet knows the verifier. HAIP and European trust need the hash of its certificate.',
          choices: [
            ['', 'as this service is set (default)'],
            ['x509_hash', 'the hash of its certificate'],
            ['x509_san_dns', 'the host in its certificate'],
            ['verifier_attestation', 'a verifier attestation'],
            ['decentralized_identifier', 'a DID'],
            ['redirect_uri', 'its address, unsigned'],
            ['pre_registered', 'a registered name'],
          ],
        },
        again: 'as_kept',
      },
    ],
  }),
  registered_client_id: option({
    schema: z
      .string()
      .min(1)
      .max(255)
      // As in names of runs, evidence must not contain terminal controls or bidirectional overrides. UAX #9 section 2
      .regex(/^[^:\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]*$/u)
      .optional()
      .meta({
        description: 'The client id under which the wallet has the verifier registered; needed with pre_registered.',
        ...extension,
      }),
    refusal: {
      code: 'invalid_request',
      must: 'It must be a string of 1 to 255 whole characters that can be shown, without a colon.',
    },
    keep: (asked): string | undefined => asked,
    form: [
      {
        reading: 'text',
        drawn: {
          control: 'text',
          label: 'Registered client id',
          help: 'The client id that the wallet has registered for this service; without a colon.',
          max: 255,
        },
        again: 'as_kept',
      },
    ],
  }),
  did_method: option({
    schema: z
      .enum(didMethods)
      .optional()
      .meta({
        description:
          'The method of the DID with decentralized_identifier: web by default over https at a DNS name, else jwk.',
        ...extension,
      }),
    refusal: { code: 'invalid_request', must: 'It must be jwk or web.' },
    keep: (asked): DidMethod | undefined => asked,
    form: [{ reading: 'text', only: didMethods, again: 'as_kept' }],
  }),
}
