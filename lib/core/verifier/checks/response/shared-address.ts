import { area, of } from '../../../engine/checks/area'
import { pass, violated } from '../../../engine/checks/check'
import { shownName } from '../../../engine/judgements/shown'
import { say } from '../../../shared/values/wording'
import type { StateAtSharedAddress } from '../../read/response/state-at-shared-address'

const house = { rule: 'house' } as const

const byName = 'or post the response to the response_uri of the request.'

/** Checks of a response whose request does not name this address. */
export const sharedAddressChecks = Object.values(
  area(
    'vp.response',
    { subject: of<StateAtSharedAddress>() },
    {
      state_at_shared_address: {
        title: 'Response at the shared address carries state',
        reasons: {
          absent: {
            says: 'The response carries no state at the address that all sessions share',
            fix: 'Post the response to the response_uri of the request; at the shared address, send state outside of a JWE.',
            ...house,
          },
          in_url: {
            says: 'The state is in the URL, not in the body, at the address that all sessions share',
            fix: 'Send state as a parameter of the form.',
            ...house,
          },
          other_name: {
            says: 'The state is in the parameter {seen} at the address that all sessions share',
            fix: 'Send the value of state alone, as a parameter with the name state.',
            ...house,
          },
          not_bare: {
            says: 'The state has other characters around it at the address that all sessions share',
            fix: 'Send state as the request has it: without quotation marks or blanks, and encoded once.',
            ...house,
          },
          encoded: {
            says: 'The state is encoded in base64 once more at the address that all sessions share',
            fix: 'Send state as the text that it is in the request, without encoding it.',
            ...house,
          },
          nonce_for_state: {
            says: 'The parameter state holds the nonce at the address that all sessions share',
            fix: `Send the value that state has in the request, ${byName}`,
            ...house,
          },
          unknown_state: {
            says: 'No session has the state of the response at the address that all sessions share',
            fix: `Send the value that state has in the request, ${byName}`,
            ...house,
          },
        },
        clauses: ['HOUSE-3'],
        level: 'info',
        rejects: 'invalid_request',
        refusal: 'The parameter state is missing: it names the session at this address.',
        why: 'No request names this address, so state alone says which session a response belongs to.',
        run: (sent) => {
          if (sent === 'right') return pass()
          if (typeof sent === 'object')
            return violated('other_name', { expected: say`state`, actual: shownName(sent.name) })
          return violated(sent, { expected: say`state`, actual: null })
        },
      },
    },
  ),
)
