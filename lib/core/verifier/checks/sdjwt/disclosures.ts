import { area, of } from '../../../engine/checks/area'
import { notApplicable, notObserved, type Outcome, pass, violated } from '../../../engine/checks/check'
import { shown, shownPath, shownPaths } from '../../../engine/judgements/shown'
import type { ClaimMatch } from '../../../shared/dcql/dcql-reading'
import type {
  DisclosureReading,
  SdJwtVcReading,
} from '../../../shared/formats/sd-jwt-vc/read-presentation/sd-jwt-vc-reading'
import { listed, say, type Wording, word } from '../../../shared/values/wording'
import { onSdJwt } from '../../judgements/subjects'
import type { PresentedSubject } from '../../read/response/response-reading'

/** Runs a check on a presentation's Disclosures; not applicable without any. */
const onDisclosures = (
  run: (disclosures: readonly DisclosureReading[], sdJwt: SdJwtVcReading, subject: PresentedSubject) => Outcome,
): ((subject: PresentedSubject) => Outcome) =>
  onSdJwt((sdJwt, subject) =>
    sdJwt.disclosures.length === 0
      ? notApplicable(say`Nothing was disclosed.`)
      : run(sdJwt.disclosures, sdJwt, subject),
  )

/** Disclosures named in a finding. */
const namesMax = 20

/** The claim of a Disclosure, or the index of an array element. */
const nameOf = ({ index, name }: DisclosureReading): Wording =>
  name === null ? say`number ${index + 1} (an array element)` : say`“${shownPath([name])}”`

/**
 * True for a nested claim that the query requests and did not find. Nothing shows that any other claim has a parent.
 */
function askedInside(claims: readonly ClaimMatch[]): (name: string | null) => boolean {
  const steps = new Set(claims.flatMap(({ found, path }) => (found ? [] : path.slice(1))))
  const hasElement = [...steps].some((step) => typeof step !== 'string')
  return (name) => (name === null ? hasElement : steps.has(name))
}

/** Claims at the top level that the query asks for and that did not come. */
const lackingAtTop = (claims: readonly ClaimMatch[]): ReadonlySet<unknown> =>
  new Set(claims.flatMap(({ found, path }) => (found || path.length > 1 ? [] : path)))

/** What is missing if a Disclosure does not count. */
const claims = ['vp.dcql.claims_present', 'vp.dcql.claim_set'] as const

export const sdjwtDisclosures = area(
  'vp.sdjwt',
  { subject: of<PresentedSubject>(), rejects: 'invalid_presentation' },
  {
    sd_alg: {
      title: 'Hash algorithm of the credential is supported',
      reasons: {
        unsupported: {
          says: 'The _sd_alg of the credential names no hash algorithm that this service supports: {seen}',
          fix: 'Report it to the issuer: it uses sha-256.',
          acts: 'issuer',
        },
        nested: {
          says: 'The credential has _sd_alg inside of a claim: {seen}',
          fix: 'Report it to the issuer: it sets _sd_alg at the top level only.',
          acts: 'issuer',
        },
      },
      refusal: 'The _sd_alg of the credential is unsupported or misplaced.',
      clauses: ['RFC9901-4.1.1'],
      level: 'must',
      judges: { token: 'presented_credential', member: 'claims._sd_alg' },
      why: 'With an unknown algorithm no Disclosure can be verified.',
      run: onSdJwt(({ sdAlg, issuerJwt }) => {
        if (issuerJwt.claims === null) return notApplicable(say`The payload of the credential cannot be read.`)
        if (sdAlg.nested.length > 0)
          return violated('nested', { expected: say`at the top level`, actual: shownPaths(sdAlg.nested) })
        return sdAlg.supported
          ? pass(word(sdAlg.used))
          : violated('unsupported', { expected: say`sha-256, sha-384 or sha-512`, actual: shown(sdAlg.value) })
      }),
    },
    sd_alg_sha256: {
      title: 'Credential uses sha-256 for its digests',
      problem: 'The credential does not use sha-256 for its digests',
      clauses: ['HAIP-8'],
      level: 'should',
      profile: 'haip',
      judges: { token: 'presented_credential', member: 'claims._sd_alg' },
      why: 'HAIP requires every party to support sha-256.',
      hint: 'Use sha-256.',
      acts: 'issuer',
      run: onSdJwt(({ sdAlg, issuerJwt }) => {
        if (issuerJwt.claims === null) return notApplicable(say`The payload of the credential cannot be read.`)
        return sdAlg.used === 'sha-256' && sdAlg.supported
          ? pass(say`sha-256`)
          : violated({ expected: say`sha-256`, actual: shown(sdAlg.value) })
      }),
      rejects: null,
    },
    disclosure_encoding: {
      title: 'Each Disclosure is a JSON array in base64url',
      problem: 'A Disclosure cannot be read',
      clauses: ['RFC9901-4.2.1', 'RFC9901-4.2.2', 'RFC9901-7.1'],
      explains: claims,
      level: 'must',
      judges: { token: 'presented_credential', member: 'disclosures' },
      why: 'The verifier cannot use a Disclosure that it cannot read.',
      hint: 'Send each Disclosure as issued: unpadded base64url of [salt, name, value] or [salt, value].',
      run: onDisclosures((disclosures) => {
        const bad = disclosures.filter(({ errors }) => errors.length > 0)
        return bad.length === 0
          ? pass(say`${disclosures.length} Disclosures`)
          : violated({
              expected: say`an array of two or three elements`,
              actual: bad.slice(0, 20).map(({ index, errors }) => say`${index}: ${listed(errors.map(word), ', ')}`),
            })
      }),
    },
    disclosure_referenced: {
      title: 'Digest of each Disclosure is in the credential',
      reasons: {
        encoded_anew: {
          says: 'A Disclosure was encoded anew, since its content in another spelling of JSON matches a digest of the credential: {seen}',
          fix: 'Keep each Disclosure as the text in which it was issued, and present that text.',
          explains: claims,
        },
        of_asked_claim: {
          says: 'The Disclosure of a claim that the query asks for matches no digest in the credential: {seen}',
          fix: 'Present the Disclosure of this very credential, character by character as issued.',
          explains: claims,
        },
        foreign: {
          says: 'A Disclosure matches no digest in the credential: {seen}',
          fix: 'Send only Disclosures of this credential, as issued.',
        },
        parent_may_be_missing: {
          says: 'A Disclosure matches no digest, neither in the credential nor in another Disclosure that came: {seen}',
          fix: 'Send only Disclosures of this credential, as issued, each with the one that it is nested in.',
        },
      },
      refusal: 'The digest of a Disclosure is not in the credential.',
      clauses: ['RFC9901-7.1'],
      level: 'must',
      judges: { token: 'presented_credential', member: 'disclosures' },
      why: 'The issuer did not sign a Disclosure without a digest.',
      run: onDisclosures((disclosures, _, { presented }) => {
        const loose = disclosures.filter(({ errors, referencedBy }) => errors.length === 0 && referencedBy.length === 0)
        if (loose.length === 0) return pass()
        const expected = say`a digest in the credential`
        const isMissing = lackingAtTop(presented.match?.claims ?? [])
        const [anew, asked] = [
          loose.filter(({ encodedAnew }) => encodedAnew),
          loose.filter(({ name }) => name !== null && isMissing.has(name)),
        ]
        const isNested = loose.some(({ parentMayBeMissing }) => parentMayBeMissing)
        const [reason, seen] =
          anew.length > 0
            ? (['encoded_anew', anew] as const)
            : asked.length > 0
              ? (['of_asked_claim', asked] as const)
              : ([isNested ? 'parent_may_be_missing' : 'foreign', loose] as const)
        return violated(reason, { expected, actual: seen.slice(0, namesMax).map(nameOf) })
      }),
    },
    disclosure_kind: {
      title: 'Each Disclosure has the kind that its digest announces',
      problem: 'A Disclosure does not have the kind that its digest announces',
      clauses: ['RFC9901-7.1'],
      level: 'must',
      judges: { token: 'presented_credential', member: 'disclosures' },
      why: 'A property in place of an array element, or the reverse, changes what the issuer signed.',
      hint: 'Put digests of properties into _sd and digests of array elements into "...".',
      acts: 'issuer',
      run: onDisclosures((disclosures) => {
        const bad = disclosures.filter(({ kindMismatch }) => kindMismatch)
        return bad.length === 0
          ? pass()
          : violated({
              expected: say`the same kind`,
              actual: bad.slice(0, 20).map(({ index }) => say`Disclosure ${index}`),
            })
      }),
    },
    disclosure_reserved: {
      title: 'No Disclosure has a reserved name',
      problem: 'A Disclosure uses a reserved claim name',
      clauses: ['RFC9901-7.1'],
      level: 'must',
      judges: { token: 'presented_credential', member: 'disclosures' },
      why: 'The names _sd and ... are reserved for digests.',
      hint: 'Choose another claim name.',
      acts: 'issuer',
      run: onDisclosures((disclosures) => {
        const bad = disclosures.filter(({ reservedName }) => reservedName)
        return bad.length === 0
          ? pass()
          : violated({ expected: say`another name`, actual: bad.slice(0, 20).map(({ name }) => shown(name)) })
      }),
    },
    disclosure_collision: {
      title: 'No Disclosure repeats a claim that already exists',
      problem: 'A Disclosure repeats a claim that already exists',
      clauses: ['RFC9901-7.1'],
      level: 'must',
      judges: { token: 'presented_credential', member: 'disclosures' },
      why: 'Verifiers disagree on which of two values counts.',
      hint: 'Give each claim one value.',
      acts: 'issuer',
      run: onDisclosures((disclosures) => {
        const bad = disclosures.filter(({ collides }) => collides)
        return bad.length === 0
          ? pass()
          : violated({
              expected: say`each claim once`,
              actual: bad.slice(0, 20).map(({ name }) => shownPath([name ?? ''])),
            })
      }),
    },
    disclosure_once: {
      title: 'Each Disclosure is sent once',
      problem: 'A Disclosure was sent more than once',
      clauses: ['RFC9901-4'],
      level: 'must',
      judges: { token: 'presented_credential', member: 'disclosures' },
      why: 'A repeated Disclosure makes the SD-JWT invalid.',
      hint: 'Send each Disclosure once.',
      run: onDisclosures((disclosures) => {
        const bad = disclosures.filter(({ repeats }) => repeats.length > 0)
        return bad.length === 0
          ? pass()
          : violated({ expected: say`once`, actual: bad.slice(0, 20).map(({ index }) => say`Disclosure ${index}`) })
      }),
    },
    digest_once: {
      title: 'Each digest occurs once in the credential',
      problem: 'A digest in the credential is malformed or occurs more than once',
      clauses: ['RFC9901-7.1'],
      level: 'must',
      judges: { token: 'presented_credential', member: 'claims._sd' },
      why: 'One Disclosure must not be used for two claims.',
      hint: 'Use a new salt for every digest.',
      acts: 'issuer',
      run: onSdJwt(({ repeatedDigests, malformedDigests, issuerJwt }) => {
        if (issuerJwt.claims === null) return notApplicable(say`The payload of the credential cannot be read.`)
        if (malformedDigests.length > 0)
          return violated({ expected: say`digests as strings`, actual: shownPaths(malformedDigests) })
        return repeatedDigests.length === 0
          ? pass()
          : violated({ expected: say`each digest once`, actual: say`${repeatedDigests.length} repeated` })
      }),
    },
    salts_unique: {
      title: 'Each Disclosure has its own salt',
      problem: 'Several Disclosures share a salt',
      clauses: ['RFC9901-4.2.1', 'RFC9901-9.3'],
      level: 'must',
      counterpart: 'ValidateSdJwtDisclosureSaltsAreUnique',
      judges: { token: 'presented_credential', member: 'disclosures' },
      why: 'With a shared salt equal values can be recognised.',
      hint: 'Generate a new salt for every claim.',
      acts: 'issuer',
      run: onDisclosures((_disclosures, { sharedSalts }) =>
        sharedSalts.length === 0
          ? pass()
          : violated({
              expected: say`different salts`,
              actual: sharedSalts.slice(0, 20).map((group) => say`Disclosures ${group.join(', ')}`),
            }),
      ),
      rejects: null,
    },
    salt_entropy: {
      title: 'Salts are long enough to be unguessable',
      problem: 'A salt is short enough to be guessed',
      clauses: ['RFC9901-9.3'],
      level: 'should',
      judges: { token: 'presented_credential', member: 'disclosures' },
      why: 'With a short salt a hidden claim can be guessed from its digest.',
      hint: 'Generate salts of 128 random bits.',
      acts: 'issuer',
      run: onDisclosures((disclosures) => {
        const weak = disclosures.filter(({ salt }) => salt !== null && salt.bitsAtMost < 128)
        return weak.length === 0
          ? pass()
          : violated({
              expected: say`at least 128 bits`,
              actual: weak
                .slice(0, 20)
                .map(({ index, salt }) => say`Disclosure ${index}: ${salt?.bitsAtMost ?? null} bits`),
            })
      }),
      rejects: null,
    },
    parents_sent: {
      title: 'Nested Disclosure is sent with its parent',
      reasons: {
        broken: {
          says: 'A Disclosure came without the one that it is nested in: {seen}',
          fix: 'Also send the Disclosure that it is nested in.',
          explains: ['vp.dcql.claims_present', 'vp.dcql.claim_set', 'vp.sdjwt.disclosure_referenced'],
        },
      },
      refusal: 'A nested Disclosure was sent without its parent.',
      clauses: ['RFC9901-7.2'],
      level: 'must',
      judges: { token: 'presented_credential', member: 'disclosures' },
      why: 'Without its parent a nested claim has no place in the credential.',
      run: onDisclosures((disclosures, _, { presented }) => {
        const orphans = disclosures.filter(
          // A value that is not a Disclosure has its own check.
          ({ errors, parentMayBeMissing, referencedBy }) =>
            errors.length === 0 && parentMayBeMissing && referencedBy.length === 0,
        )
        if (orphans.length === 0) return pass()
        const isAsked = askedInside(presented.match?.claims ?? [])
        const nested = orphans.filter(({ name }) => isAsked(name))
        return nested.length === 0
          ? notObserved(
              say`A Disclosure has no place in the credential, and whether a parent of it exists cannot be known.`,
            )
          : violated({
              expected: say`the parent`,
              actual: nested.slice(0, 20).map(({ name, index }) => shownPath([name ?? index])),
            })
      }),
    },
  },
)
