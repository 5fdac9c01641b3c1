import { inError, inResponse, invalidRequest, misbehaviour, sendInClear, stateMismatch } from './builders'
import type { PresentationMisbehaviour } from './misbehaviour'

/** Error responses: the wallet says why there is no presentation (OID4VP-1FINAL-8.5, RFC6749-4.1.2.1). */
export const errorMisbehaviours: PresentationMisbehaviour[] = [
  inError('vp.error.code_known', 'Declines with an error code of its own', (response) => {
    response.error = 'user_in_bad_mood'
  }),
  inError(
    'vp.error.charset',
    'Declines with an error code in characters that are not allowed',
    (response) => {
      response.error = 'access"denied'
    },
    { alsoFails: ['vp.error.code_known'] },
  ),
  inError('vp.error.description_charset', 'Declines in words with characters that are not allowed', (response) => {
    response.error_description = 'The user said \\"no\\"'
  }),
  inError('vp.error.uri', 'Declines with an error_uri that is none', (response) => {
    response.error_uri = 'see the manual, page 7'
  }),
  inError('vp.error.state', 'Declines without the state', (response) => {
    delete response.state
  }),
  {
    ...inError('vp.error.state~other', 'Declines with another state', (response) => {
      response.state = `${response.state}-of-another-request`
    }),
    expect: stateMismatch,
  },
  inResponse('vp.error.exclusive', 'Declines and sends a vp_token nevertheless', invalidRequest, (response) => {
    response.error = 'access_denied'
  }),
  misbehaviour('vp.error.response_mode', 'Declines in the clear although it could encrypt', 'accepted', {
    needs: { profile: { consent: 'denied' } },
    patchFacts: { at: 'response', change: sendInClear },
  }),
  inError('vp.error.no_details', 'Declines and says what is in the credential', (response) => {
    response.error_description = 'family_name=Lindqvist does not match at select (/wallet/dcql.ts:12:7)'
  }),
  inError('vp.error.fits', 'Says that transaction data are wrong when there are none', (response) => {
    response.error = 'invalid_transaction_data'
  }),
  misbehaviour(
    'vp.error.repeat',
    'Declines again with another reason, once the first time was refused for its state',
    stateMismatch,
    {
      needs: { profile: { consent: 'denied' } },
      ends: 'declined',
      repeat: { step: 'response', after: 'refused' },
      alsoFails: ['vp.error.state'],
      decidedBy: 'vp.error.state',
      patchResponse: {
        at: 'response',
        change: (response, { attempt }) => {
          if (attempt > 1) response.error = 'server_error'
          else response.state = `${response.state}-of-another-request`
        },
      },
    },
  ),
]
