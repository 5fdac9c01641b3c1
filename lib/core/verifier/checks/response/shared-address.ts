import { area, of } from '../../../engine/checks/area'
import { pass, violated } from '../../../engine/checks/check'
import { say } from '../../../shared/values/wording'

/** A response at the address that all sessions share. */
export interface SharedAddressSubject {
  /** Whether it has a state outside of a JWE. */
  readonly hasState: boolean
}

/** Checks of a response whose request does not name this address. */
export const sharedAddressChecks = Object.values(
  area(
    'vp.response',
    { subject: of<SharedAddressSubject>() },
    {
      state_at_shared_address: {
        title: 'Response at the shared address carries state',
        reasons: {
          absent: {
            says: 'The response carries no state at the address that all sessions share',
            fix: 'Post the response to the response_uri of the request; at the shared address, send state beside the parameter response.',
            rule: 'house',
          },
        },
        clauses: ['HOUSE-3'],
        level: 'info',
        rejects: 'invalid_request',
        refusal: 'The parameter state is missing: it names the session at this address.',
        why: 'No request names this address, so state alone says which session a response belongs to.',
        run: ({ hasState }) => (hasState ? pass() : violated('absent', { expected: say`state`, actual: null })),
      },
    },
  ),
)
