import { area, of } from '../../engine/checks/area'
import { notApplicable, notObserved, pass, violated } from '../../engine/checks/check'
import { isOver, type SessionEvidence } from '../../engine/sessions/session-evidence'
import { say, word } from '../../shared/values/wording'
import type { IdentifiersReading } from '../read/oauth/authorization-details'

const seen = {
  malformed: 'a value that is no text',
  unknown: 'one that was never given',
  other_grant: 'one of another token',
} as const

export const identifiersSession = area(
  'vci.identifiers',
  { subject: of<SessionEvidence>() },
  {
    each: {
      title: 'Wallet asks for the credential of each credential_identifier that it was given',
      problem: 'The wallet did not ask for the credential of each credential_identifier that it was given',
      clauses: ['OID4VCI-1FINAL-3.3.4'],
      level: 'info',
      impossibleIn: ['no_identifiers'],
      why: 'Each identifier stands for a credential with other values, which the user may expect.',
      hint: 'Send a credential request for each of the credential_identifiers of the token response.',
      run: (evidence) => {
        const { events } = evidence
        const counts = events.flatMap(({ type, detail }) =>
          type === 'token_issued' && typeof detail.credential_identifiers === 'number'
            ? [detail.credential_identifiers]
            : [],
        )
        if (counts.length === 0) return notObserved(say`No token response gave credential_identifiers.`)
        const given = Math.max(...counts)
        if (given === 1) return notApplicable(say`There is one credential_identifier.`)
        const asked = new Set(
          events.flatMap(({ type, detail }) =>
            type === 'credential_issued' || type === 'credential_deferred' ? [detail.dataset] : [],
          ),
        ).size
        if (asked >= given) return pass({ datasets: asked })
        return isOver(evidence)
          ? violated({ expected: { datasets: given }, actual: { datasets: asked } })
          : notObserved(say`The session is still open.`)
      },
    },
  },
)

/** Checks of how a credential request names its dataset. */
export const identifiersChecks = Object.values(
  area(
    'vci.identifiers',
    { subject: of<IdentifiersReading>(), needs: ['vci.credential.one_identifier'], impossibleIn: ['no_identifiers'] },
    {
      used: {
        title: 'Credential request uses a credential_identifier of the token response',
        problem: 'The credential request does not use a credential_identifier although the token response gave some',
        clauses: ['OID4VCI-1FINAL-8.2', 'OID4VCI-1FINAL-6.2'],
        level: 'must',
        rejects: 'invalid_credential_request',
        refusal: 'Send a credential_identifier of the token response instead of credential_configuration_id.',
        why: 'An issuer that gave identifiers knows several datasets, and a configuration names none of them.',
        hint: 'Take credential_identifier from the authorization_details of the token response, and leave credential_configuration_id out.',
        run: ({ given, sent }) => {
          if (!given) return notApplicable(say`The token response gave no credential_identifiers.`)
          return sent === 'absent'
            ? violated({ expected: say`credential_identifier`, actual: say`credential_configuration_id` })
            : pass()
        },
      },
      known: {
        title: 'The credential_identifier is one that came with this access token',
        reasons: {
          unknown: {
            says: 'The token response of this access token has no such credential_identifier',
            fix: 'Copy one of credential_identifiers in the token response, character by character.',
          },
          malformed: {
            says: 'The credential_identifier is no string',
            fix: 'Send as credential_identifier one of the strings in credential_identifiers of the token response.',
          },
          other_grant: {
            says: 'The credential_identifier came with another access token',
            fix: 'Keep credential_identifiers together with the access token of their token response.',
          },
          other_value: {
            says: 'The credential_identifier is {seen}',
            fix: 'Send one of the credential_identifiers of the token response as credential_identifier.',
          },
        },
        clauses: ['OID4VCI-1FINAL-8.3.1.2', 'OID4VCI-1FINAL-6.2'],
        level: 'must',
        rejects: 'unknown_credential_identifier',
        refusal:
          'Send a credential_identifier of the token response unchanged, with the access token of that response.',
        why: 'An identifier stands for one dataset, and for the grant that it was given with.',
        run: ({ given, sent, value }) => {
          if (!given) return notApplicable(say`The token response gave no credential_identifiers.`)
          if (sent === 'absent') return notApplicable(say`The request names no credential_identifier.`)
          if (sent === 'known') return pass()
          return violated(sent, {
            expected: say`a credential_identifier of the token response`,
            actual: word(seen[sent]),
            asks: value === undefined ? [] : [{ value, due: 'credential_identifier', reason: 'other_value' }],
          })
        },
      },
    },
  ),
)
