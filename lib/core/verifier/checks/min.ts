import { area, of } from '../../engine/checks/area'
import { notApplicable, notObserved, pass, tolerated, violated } from '../../engine/checks/check'
import { shownPath, shownPaths } from '../../engine/judgements/shown'
import type { ClaimPosition } from '../../shared/dcql/claim-tree'
import type { ClaimsPath } from '../../shared/dcql/dcql-query'
import type { QueryMatch } from '../../shared/dcql/dcql-reading'
import { readDcqlQuery } from '../../shared/dcql/read-dcql-query'
import type { PresentationReading } from '../../shared/formats/reading-of-presentation'
import { nearName } from '../../shared/recognise/near-name'
import { type Said, say, type Wording } from '../../shared/values/wording'
import { deviationOf } from '../deviations'
import { onComparedClaims } from '../judgements/subjects'
import { isTowardsNothing } from '../judgements/unanswerable'
import type { PresentedSubject } from '../read/response/response-reading'

/** The claim that the test dropped from a query; `null` if none. */
function droppedClaim({ options }: PresentedSubject['answer']['session'], queryId: string): ClaimsPath | null {
  const { credentials } = readDcqlQuery(options.request_before_test?.dcql_query ?? null)
  const claims = credentials.find(({ id }) => id === queryId)?.claims ?? []
  return claims.length < 2 ? null : (claims.at(-1)?.path ?? null)
}

/** True for a claim that a path selects, and for anything inside it. OID4VP-1FINAL-7.1 */
const isWithin = (position: ClaimPosition, path: ClaimsPath): boolean =>
  position.length >= path.length &&
  path.every((step, place) => (step === null ? typeof position[place] === 'number' : step === position[place]))

/** For what follows a path of the query that selects nothing: see vp.request.answerable. */
const towardsNothing = {
  says: 'The presentation discloses {seen} for a path of the query that selects no claim',
  fix: 'Correct the path that request_problems names in the query of the session.',
  acts: 'tester',
} as const

/** Claims that are compared by name, of those that came unasked and of those that are missing. */
const comparedMax = 20

const nearReason = (what: 'claim' | 'element') =>
  ({
    says: `The presentation discloses {shown} in place of {asked}, which the query asks for and which is not there`,
    fix: `Compare each step of a path as it is written, and leave out ${what === 'claim' ? 'a claim' : 'an element'} that only resembles what is asked for.`,
  }) as const

/** True if one step of a path is written in another way, or the namespace of an element is another one. */
function isNear(position: ClaimPosition, path: ClaimsPath, isMdoc: boolean): boolean {
  if (position.length !== path.length) return false
  const others = path.flatMap((step, place) => (step === position[place] ? [] : [place]))
  const [place, more] = others
  if (place === undefined || more !== undefined) return false
  const [due, name] = [path[place], position[place]]
  if (typeof due !== 'string' || typeof name !== 'string') return false
  return (isMdoc && place === 0) || nearName(due, [{ name }]) !== null
}

/** Each claim that came unasked with the missing one that it was taken for; `null` unless all of them were. */
function takenFor(
  { claims, minimisation: { unrequested } }: QueryMatch,
  isMdoc: boolean,
): { readonly shown: Said; readonly asked: Said } | null {
  if (unrequested.length > comparedMax) return null
  const missing = (claims ?? []).filter(({ found }) => !found).slice(0, comparedMax)
  const asked = unrequested.map((position) => missing.find(({ path }) => isNear(position, path, isMdoc))?.path)
  return asked.every((path) => path !== undefined)
    ? { shown: shownPaths(unrequested), asked: shownPaths([...new Set(asked)]) }
    : null
}

/** Judges positions that no path needs; echoes if each of them follows a path that the tester got wrong. */
function beyond(positions: readonly ClaimPosition[], expected: Wording, match: QueryMatch, subject: PresentedSubject) {
  const mismatch = { expected, actual: shownPaths(positions) }
  return positions.every((position) => isTowardsNothing(position, match, subject))
    ? violated('towards_nothing', { ...mismatch, echo: true })
    : violated(mismatch)
}

/** Checks of excess disclosure. They refuse nothing, since the data has already arrived. */
export const minimisationChecks = Object.values(
  area(
    'vp.min',
    { subject: of<PresentedSubject>() },
    {
      no_claims_requested: {
        title: 'Presentation discloses nothing if the query names no claims',
        problem: 'The presentation discloses claims although the query names none',
        clauses: ['OID4VP-1FINAL-6.4.1'],
        level: 'must',
        judges: { token: 'presented_credential', member: 'disclosures' },
        why: 'A query without claims asks for no selectively disclosable claim.',
        hint: 'Send no Disclosures if the query has no claims.',
        run: onComparedClaims(({ minimisation: { withoutRequest, disclosed } }, { presented }) => {
          if (withoutRequest === null) return notApplicable(say`The query asks for claims.`)
          if (withoutRequest > 0)
            return violated({ expected: say`nothing`, actual: shownPaths(disclosed.map(({ position }) => position)) })
          return hasLooseDisclosure(presented.reading) ? notObserved(belongsNowhere) : pass()
        }),
      },
      only_requested_sdjwt: {
        title: 'Presentation discloses only claims that the query asks for',
        reasons: {
          broken: {
            says: 'The presentation discloses claims that the query does not ask for',
            fix: 'Leave out every Disclosure that no path of the query needs.',
          },
          near_name: nearReason('claim'),
          towards_nothing: towardsNothing,
        },
        clauses: ['OID4VP-1FINAL-6.4.1', 'OID4VP-1FINAL-6.4', 'OID4VP-1FINAL-15.4'],
        level: 'must',
        counterpart: 'CheckOnlyRequestedClaimsDisclosed',
        judges: { token: 'presented_credential', member: 'disclosures' },
        why: 'The user agreed to reveal what was requested and nothing more.',
        run: onComparedClaims((match, subject) => {
          const { minimisation, claims } = match
          const { presented } = subject
          if (presented.reading.format !== 'dc+sd-jwt') return notApplicable(say`The presentation is not an SD-JWT VC.`)
          if (claims === null) return notApplicable(say`The query names no claims; see vp.min.no_claims_requested.`)
          if (minimisation.unrequested.length > 0) {
            const expected = say`only what was requested`
            const near = takenFor(match, false)
            return near === null
              ? beyond(minimisation.unrequested, expected, match, subject)
              : violated('near_name', { expected, actual: near })
          }
          return hasLooseDisclosure(presented.reading)
            ? notObserved(belongsNowhere)
            : pass(say`${minimisation.disclosed.length} claims`)
        }),
      },
      only_requested_mdoc: {
        title: 'Presentation shows only elements that the query asks for',
        reasons: {
          broken: {
            says: 'The presentation shows elements that the query does not ask for',
            fix: 'Leave out every element that no path of the query names.',
          },
          near_name: nearReason('element'),
        },
        clauses: ['OID4VP-1FINAL-6.4.1', 'OID4VP-1FINAL-6.4', 'OID4VP-1FINAL-15.4'],
        level: 'must',
        counterpart: 'CheckOnlyRequestedMdocElementsDisclosed',
        judges: { token: 'presented_credential', member: 'documents.0.elements' },
        why: 'The user agreed to reveal what was requested and nothing more.',
        run: onComparedClaims((match, { presented }) => {
          const { minimisation, claims } = match
          if (presented.reading.format !== 'mso_mdoc') return notApplicable(say`The presentation is not an mdoc.`)
          if (claims === null) return notApplicable(say`The query names no claims; see vp.min.no_claims_requested.`)
          if (minimisation.unrequested.length === 0) return pass(say`${minimisation.disclosed.length} elements`)
          const expected = say`only what was requested`
          const near = takenFor(match, true)
          return near === null
            ? violated({ expected, actual: shownPaths(minimisation.unrequested) })
            : violated('near_name', { expected, actual: near })
        }),
      },
      single_claim_set: {
        title: 'Presentation discloses the claims of a single claim set',
        problem: 'The presentation discloses claims of more than one claim set',
        clauses: ['OID4VP-1FINAL-6.4.1'],
        level: 'should',
        why: 'Claim sets are alternatives. The verifier needs only one.',
        hint: 'Disclose the claims of one claim set only.',
        run: onComparedClaims(({ claimSets, minimisation }) => {
          if (claimSets === null) return notApplicable(say`The query has no claim sets.`)
          return minimisation.beyondClaimSet.length === 0
            ? pass()
            : violated({ expected: say`one claim set`, actual: shownPaths(minimisation.beyondClaimSet) })
        }),
      },
      no_parent_overreach: {
        title: 'Nested claim is disclosed without its siblings',
        reasons: {
          broken: {
            says: 'A nested claim was disclosed with its siblings',
            fix: 'Disclose the parent and the requested claim only.',
          },
          towards_nothing: towardsNothing,
        },
        clauses: ['OID4VP-1FINAL-6.4.1'],
        level: 'must',
        judges: { token: 'presented_credential', member: 'disclosures' },
        why: 'A nested claim needs its parents but nothing else in them.',
        run: onComparedClaims((match, subject) => {
          const { claims, minimisation } = match
          if (subject.presented.reading.format === 'mso_mdoc')
            return notApplicable(say`The elements of an mdoc are not nested; see vp.min.only_requested_mdoc.`)
          if (!claims?.some(({ path }) => path.length > 1)) return notApplicable(say`No path of the query is nested.`)
          const more = [...minimisation.siblings, ...minimisation.idleParents]
          return more.length === 0 ? pass() : beyond(more, say`the claim and its parents`, match, subject)
        }),
      },
      array_elements: {
        title: 'Presentation discloses only the array elements that the query asks for',
        reasons: {
          broken: {
            says: 'The presentation discloses array elements that the query does not ask for',
            fix: 'Disclose only the elements that the path selects.',
          },
          towards_nothing: towardsNothing,
        },
        clauses: ['OID4VP-1FINAL-6.4.1', 'OID4VP-1FINAL-7.1.1'],
        level: 'must',
        judges: { token: 'presented_credential', member: 'disclosures' },
        why: 'Each array element is separate data.',
        run: onComparedClaims((match, subject) => {
          const { claims, minimisation } = match
          if (!claims?.some(({ arrays }) => arrays.length > 0))
            return notApplicable(say`No path of the query selects from an array.`)
          return minimisation.arrayElements.length === 0
            ? pass()
            : beyond(minimisation.arrayElements, say`the selected elements`, match, subject)
        }),
      },
      fewer_than_held: {
        title: 'Wallet withholds the claim that the query no longer asks for',
        problem: 'The wallet disclosed a claim that the query no longer asks for',
        clauses: ['OID4VP-1FINAL-6.4.1'],
        level: 'info',
        why: 'A wallet that always discloses the same claims ignores what it is asked for.',
        hint: 'Choose the Disclosures or elements based on the query of this request.',
        run: onComparedClaims(({ minimisation }, { presented, answer: { session } }) => {
          if (deviationOf(session)?.id !== 'drop_last_claim')
            return notApplicable(say`The test drop_last_claim was not asked for.`)
          const dropped = droppedClaim(session, presented.queryId)
          if (dropped === null) return notApplicable(say`The query asks for only one claim, so none could be dropped.`)
          const shown = minimisation.unrequested.filter((position) => isWithin(position, dropped))
          return shown.length === 0
            ? pass(shownPath(dropped))
            : violated({ expected: say`not ${shownPath(dropped)}`, actual: shownPaths(shown) })
        }),
      },
      non_sd_payload: {
        title: 'Issuer leaves no user claim in the clear',
        problem: 'The issuer left a claim about the user in the clear',
        clauses: ['OID4VP-1FINAL-6.4'],
        level: 'info',
        why: 'A claim in the clear is revealed in every presentation. The issuer decides that, not the wallet.',
        hint: 'Ask the issuer to make the claim selectively disclosable.',
        run: onComparedClaims(({ minimisation: { inClear } }, { presented }) => {
          if (presented.reading.format !== 'dc+sd-jwt') return notApplicable(say`The presentation is not an SD-JWT VC.`)
          return inClear.length === 0
            ? pass()
            : tolerated({ expected: say`nothing in the clear`, actual: shownPaths(inClear.map((name) => [name])) })
        }),
      },
    },
  ),
)

/** True if a Disclosure has no matching digest, so its place in the credential is unknown. */
const hasLooseDisclosure = (reading: PresentationReading): boolean =>
  reading.format === 'dc+sd-jwt' &&
  reading.disclosures.some(({ errors, referencedBy }) => errors.length === 0 && referencedBy.length === 0)

/** Reason for not judging such a presentation. */
const belongsNowhere = say`A Disclosure belongs to no claim of the credential; see vp.sdjwt.disclosure_referenced.`
