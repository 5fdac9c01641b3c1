import { area, of } from '../../engine/checks/area'
import { notApplicable, notObserved, pass, tolerated, violated } from '../../engine/checks/check'
import { shown, shownPath, shownPaths } from '../../engine/judgements/shown'
import type { ClaimMatch } from '../../shared/dcql/dcql-reading'
import { commonPid, isDomesticPid, isPidVct } from '../../shared/pid/pid-types'
import { listed, quote, type Said, say } from '../../shared/values/wording'
import { onComparedClaims, onMatch, onReadMatch } from '../judgements/subjects'
import { isUnanswerable, isUnanswerableSet, lacksKeyIdentifier } from '../judgements/unanswerable'
import type { PresentedSubject } from '../read/response/response-reading'

/** Claims named in the headline. */
const namedMax = 5

/** For what a wallet lacks because the query asks for what no credential has: see vp.request.answerable. */
const ofQuery = { acts: 'tester', fix: 'Correct what request_problems names in the query of the session.' } as const

/** The rule is broken only because of the query. */
const byQuery = { echo: true } as const

/** Problems with one of our lists. */
const wrongWords = {
  not_listed: say`no issuer of the wallet is on the list`,
  bad_signature: say`the signature of the list is wrong`,
  unreachable: say`the list cannot be fetched`,
} as const

/** The first paths, for the headline, and apart from them the others. */
function missingWords(paths: readonly ClaimMatch['path'][]): Readonly<Record<string, Said>> {
  const others = paths.slice(namedMax)
  const named = paths.slice(0, namedMax).map(shownPath)
  return others.length === 0
    ? { missing: named }
    : { missing: [...named, say`and ${others.length} more`], others: shownPaths(others) }
}

/** A container alone delivers nothing where the query compares its content, or asks for elements of an array. */
const isForContent = ({ values, arrays }: Pick<ClaimMatch, 'values' | 'arrays'>): boolean =>
  values !== null || arrays.length > 0

/** Checks of how a presentation matches its query. */
export const dcqlChecks = Object.values(
  area(
    'vp.dcql',
    { subject: of<PresentedSubject>(), rejects: 'invalid_presentation' },
    {
      format: {
        title: 'Presentation has the format that the query asks for',
        problem: 'A presentation is not in the format of its query',
        clauses: ['OID4VP-1FINAL-6.1', 'OID4VP-1FINAL-8.6'],
        level: 'must',
        why: 'The verifier processes a presentation in the format of the query.',
        hint: 'Answer each query with a credential in its format.',
        run: onMatch(({ format }) =>
          format.matches
            ? pass(quote(format.actual))
            : violated({ expected: quote(format.wanted), actual: shown(format.actual) }),
        ),
      },
      vct: {
        title: 'Credential has a type that the query asks for',
        reasons: {
          another: {
            says: 'The vct of the credential, {seen}, is not in the vct_values of the query',
            fix: 'Choose a credential whose vct is in vct_values.',
          },
          may_extend: {
            says: 'The vct of the credential, {seen}, is not in the vct_values of the query, and its type metadata, which may say that it extends one of them, is not fetched here',
            fix: 'Choose a credential whose own vct is in vct_values.',
          },
          absent: {
            says: 'The credential has no vct that can be read',
            fix: 'Choose a credential with a vct that is in vct_values.',
          },
          domestic: {
            says: 'A domestic type of PID; nothing in the credential says that it extends the wanted one',
            fix: 'Report it to the issuer: aka_vcts with the common type tells every verifier what the credential is.',
            clause: 'PIDRB-4.2',
          },
          other_version: {
            says: 'Another type of PID than the wanted one, as a later version is; nothing in the credential says that it extends that one',
            fix: 'Report it to the issuer: aka_vcts with the wanted type tells every verifier that the credential is of that too.',
            clause: 'PIDRB-4.2',
          },
        },
        refusal: 'The vct of the credential is not in the vct_values of the query.',
        clauses: ['OID4VP-1FINALA-B.3.5'],
        level: 'must',
        counterpart: 'ValidateCredentialVctMatchesDcqlQuery',
        judges: { token: 'presented_credential', member: 'claims.vct' },
        why: 'The type says what the credential is proof of.',
        run: onMatch(({ type }) => {
          if (type.kind !== 'vct') return notApplicable(say`The query does not ask for a vct.`)
          if (type.by !== undefined) return pass(type.by === 'aka_vcts' ? say`by aka_vcts` : say`by extends`)
          if (type.matches) return pass(shown(type.actual))
          if (isPidVct(type.actual) && type.wanted.includes(commonPid))
            return tolerated(isDomesticPid(type.actual) ? 'domestic' : 'other_version', {
              expected: type.wanted.map(quote),
              actual: shown(type.actual),
            })
          const named = type.mayInherit ? 'may_extend' : 'another'
          return violated(type.actual === null ? 'absent' : named, {
            expected: type.wanted.map(quote),
            actual: shown(type.actual),
          })
        }),
      },
      doctype: {
        title: 'Document has the type that the query asks for',
        problem: 'The docType of the document is not the doctype_value of the query',
        clauses: ['OID4VP-1FINALA-B.2.3'],
        level: 'must',
        counterpart: 'ValidateMdocDocTypeMatchesDcqlQuery',
        judges: { token: 'presented_credential', member: 'documents.0.doc_type' },
        why: 'The type says what the document is proof of.',
        hint: 'Choose a document whose docType is doctype_value.',
        run: onMatch(({ type }) => {
          if (type.kind !== 'doctype') return notApplicable(say`The query does not ask for a doctype.`)
          return type.matches
            ? pass(shown(type.actual))
            : violated({ expected: type.wanted.map(quote), actual: shown(type.actual) })
        }),
      },
      claims_present: {
        title: 'Presentation holds every claim that the query asks for',
        reasons: {
          missing: {
            says: 'The presentation lacks what the query asks for: {missing}',
            fix: 'Disclose every claim of the query, or send the error access_denied.',
          },
          empty_container: {
            says: 'Of {seen} came the container alone, without any of its content',
            fix: 'Add the Disclosures of what the issuer made selectively disclosable below the path.',
          },
          unanswerable: { says: 'The query asks for {seen}, which no credential of its type has', ...ofQuery },
        },
        clauses: ['OID4VP-1FINAL-6.4.1', 'OID4VP-1FINAL-7'],
        level: 'must',
        refusal: 'A claim that the query asks for is missing.',
        judges: { token: 'presented_credential', member: 'disclosures' },
        why: 'Without claim_sets the verifier needs all claims.',
        run: onReadMatch(({ claims, claimSets }, subject) => {
          if (claims === null) return notApplicable(say`The query names no claims.`)
          if (claimSets !== null) return notApplicable(say`The query has claim sets; see vp.dcql.claim_set.`)
          const lacking = claims.filter(({ found }) => !found)
          const missing = lacking.filter((claim) => !isUnanswerable(claim, subject))
          const emptied = claims.filter(({ hollow }) => hollow)
          if (missing.length === 0 && emptied.length > 0) {
            const mismatch = {
              expected: say`what is below the path`,
              actual: shownPaths(emptied.map(({ path }) => path)),
            }
            return emptied.some(isForContent)
              ? violated('empty_container', mismatch)
              : tolerated('empty_container', mismatch)
          }
          if (lacking.length === 0) return pass(say`${claims.length} claims`)
          if (missing.length === 0)
            return violated('unanswerable', {
              expected: say`all claims of the query`,
              actual: shownPaths(lacking.map(({ path }) => path)),
              ...byQuery,
            })
          return violated('missing', {
            expected: say`all claims of the query`,
            actual: missingWords(missing.map(({ path }) => path)),
          })
        }),
      },
      claim_set: {
        title: 'Presentation satisfies a claim set',
        reasons: {
          broken: {
            says: 'The presentation satisfies no claim set of the query',
            fix: 'Disclose all claims of the first claim set that the credential can satisfy.',
          },
          unanswerable: {
            says: 'Each claim set of the query has a claim that no credential of its type has',
            ...ofQuery,
          },
        },
        clauses: ['OID4VP-1FINAL-6.4.1'],
        level: 'must',
        judges: { token: 'presented_credential', member: 'disclosures' },
        why: 'A claim set is only satisfied if all of its claims are present.',
        run: onReadMatch(({ claimSets }, subject) => {
          if (claimSets === null) return notApplicable(say`The query has no claim sets.`)
          if (claimSets.first !== null) return pass(say`option ${claimSets.first}`)
          const mismatch = {
            expected: say`one whole claim set`,
            actual: claimSets.options.map(({ missing }) => say`${missing.length} missing`),
          }
          return isUnanswerableSet({ claimSets }, subject)
            ? violated('unanswerable', { ...mismatch, ...byQuery })
            : violated(mismatch)
        }),
      },
      claim_set_preference: {
        title: 'Wallet presents the first claim set',
        problem: 'The wallet did not present the first claim set',
        clauses: ['OID4VP-1FINAL-6.4.1'],
        level: 'should',
        needs: ['vp.dcql.claim_set'],
        why: 'The verifier lists its claim sets in order of preference.',
        hint: 'Present the first set that the credential can satisfy, unless the user chose another.',
        run: onComparedClaims(({ claimSets }) => {
          if (claimSets === null || claimSets.first === null)
            return notApplicable(say`No claim set was presented in full.`)
          return claimSets.first === 0
            ? pass(say`option 0`)
            : tolerated({ expected: say`option 0`, actual: say`option ${claimSets.first}` })
        }),
        rejects: null,
      },
      values: {
        title: 'Claims have values that the query asks for',
        reasons: {
          another: {
            says: 'A claim does not have a value that the query asks for: {seen}',
            fix: 'Choose a credential whose claim equals one of the values, in type and value.',
          },
          other_json_type: {
            says: 'A claim equals a value that the query asks for as text alone, since its JSON type differs: {seen}',
            fix: 'Choose a credential whose claim has the JSON type of the values, too.',
          },
          unanswerable: { says: 'The query compares {seen} with values that no such claim has', ...ofQuery },
        },
        clauses: ['OID4VP-1FINAL-6.3', 'OID4VP-1FINAL-6.4.1'],
        level: 'should',
        judges: { token: 'presented_credential', member: 'disclosures' },
        why: 'The verifier has no use for a credential with other values.',
        run: onReadMatch(({ claims }, subject) => {
          const asked =
            claims?.flatMap(({ index, path, values }) => (values === null ? [] : [{ index, path, values }])) ?? []
          if (asked.length === 0) return notApplicable(say`The query names no values.`)
          const differing = asked.filter(({ values }) => !values.matches)
          if (differing.length === 0) return pass()
          const others = differing.filter((claim) => !isUnanswerable(claim, subject))
          if (others.length === 0)
            return violated('unanswerable', {
              expected: say`a value of the query`,
              actual: shownPaths(differing.map(({ path }) => path)),
              ...byQuery,
            })
          const areTexts = others.every(({ values }) => values.typeDiffers)
          return violated(areTexts ? 'other_json_type' : 'another', {
            expected: others.map(({ path, values }) => say`${shownPath(path)}: one of ${values.wanted.length} values`),
            actual: others.map(
              ({ path, values }) =>
                say`${shownPath(path)}: ${values.typeDiffers ? say`another JSON type` : say`another value`}`,
            ),
          })
        }),
        rejects: null,
      },
      path_null_index: {
        title: 'Presentation holds the array elements that the query asks for',
        problem: 'An array element that the query asks for is missing',
        clauses: ['OID4VP-1FINAL-7.1.1'],
        level: 'must',
        why: 'In a path, null selects all elements of an array and a number selects one.',
        hint: 'Disclose all elements for null, and the element at that index for a number.',
        run: onComparedClaims(({ claims }) => {
          const asked = claims?.filter(({ arrays }) => arrays.length > 0) ?? []
          if (asked.length === 0)
            return notApplicable(say`No path of the query selects from an array in the presentation.`)
          const missing = asked.filter(({ arrays }) => !arrays.every(({ delivered }) => delivered))
          return missing.length === 0
            ? pass(shownPaths(asked.map(({ path }) => path)))
            : violated({
                expected: say`the elements`,
                actual: missing.map(({ path }) => say`missing: ${shownPath(path)}`),
              })
        }),
      },
      trusted_authority_aki: {
        title: 'Credential comes from an authority that the query names',
        reasons: {
          broken: {
            says: 'The credential does not come from an authority that the query names',
            fix: 'Choose a credential whose certificate chain has one of these key identifiers.',
          },
          unanswerable: { says: 'No aki of the query is the key identifier of an authority', ...ofQuery },
        },
        clauses: ['OID4VP-1FINAL-6.1', 'OID4VP-1FINAL-6.1.1.1', 'HAIP-5'],
        level: 'should',
        why: 'The verifier names its authorities so that the wallet picks a credential it will accept.',
        run: onMatch(({ trustedAuthorities }, subject) => {
          const asked = trustedAuthorities.filter(({ type }) => type === 'aki')
          if (asked.length === 0) return notApplicable(say`The query names no aki.`)
          const actual = [...new Set(asked.flatMap((one) => one.actual))]
          // The entries are alternatives: one match is enough.
          if (asked.some(({ result }) => result === 'matches')) return pass(actual.map(quote))
          if (trustedAuthorities.some(({ result }) => result === 'not_evaluated'))
            return notObserved(
              say`No aki matches, but the query also names trust lists or federations, which are not fetched.`,
            )
          const mismatch = {
            expected: asked.flatMap(({ wanted }) => wanted.map(quote)),
            actual: actual.length === 0 ? say`no identifier in the chain` : actual.map(quote),
          }
          return lacksKeyIdentifier({ trustedAuthorities }, subject)
            ? violated('unanswerable', { ...mismatch, ...byQuery })
            : violated(mismatch)
        }),
        rejects: null,
      },
      trusted_authority_other: {
        title: 'Credential comes from a trust list or federation that the query names',
        problem: 'The credential does not come from a trust list or federation that the query names',
        clauses: ['OID4VP-1FINAL-6.1.1.2', 'OID4VP-1FINAL-6.1.1.3'],
        level: 'should',
        why: 'A verifier may name a trust list or a federation instead of key identifiers.',
        hint: 'Read the list that the query names, verify it, and present only what an issuer on it has issued.',
        run: onMatch(({ trustedAuthorities }, { answer: { session, ownRoots = [] } }) => {
          const others = trustedAuthorities.filter(({ result }) => result === 'not_evaluated')
          const list = session.options.trusted_list
          if (list !== undefined && list !== 'listed' && list !== 'list_of_lists') {
            // The entries are alternatives, and an entry of the tester may match where ours cannot.
            if (trustedAuthorities.some(({ result }) => result === 'matches'))
              return notApplicable(say`The credential comes from another authority that the query names.`)
            if (others.length > 1)
              return notObserved(say`The query also names others, which this service does not fetch.`)
            return violated({
              expected: say`no presentation`,
              actual: say`a presentation, although ${wrongWords[list]}`,
            })
          }
          // The list contains the authority of our laboratories only.
          if (list !== undefined && ownRoots.length > 0) return pass(say`an issuer on the list`)
          return others.length === 0
            ? notApplicable(say`The query names no trust list and no federation.`)
            : notObserved(
                say`Not evaluated, because this service fetches no trust lists: ${listed(
                  others.map(({ type }) => say`${shown(type)}`),
                  ', ',
                )}`,
              )
        }),
        rejects: null,
      },
      holder_binding: {
        title: 'Presentation proves possession of the holder key',
        reasons: {
          no_key_binding: {
            says: 'The SD-JWT VC comes without the Key Binding JWT that the query requires',
            fix: 'Sign a Key Binding JWT with the key in cnf, and put it after the last tilde.',
          },
          no_device_proof: {
            says: 'The mdoc comes without the device signature or MAC that the query requires',
            fix: 'Send deviceSigned in the document, with deviceSignature in its deviceAuth.',
          },
        },
        clauses: ['OID4VP-1FINAL-6.1', 'OID4VP-1FINAL-8.6', 'OID4VP-1FINALA-B.3'],
        level: 'must',
        why: 'Without the proof, anyone who has seen the credential can present it.',
        run: onMatch(({ holderBinding }, { presented: { reading } }) => {
          if (!holderBinding.required) return notApplicable(say`The query does not ask for holder binding.`)
          if (holderBinding.present) return pass()
          return violated(reading.format === 'mso_mdoc' ? 'no_device_proof' : 'no_key_binding', {
            expected: say`a proof`,
            actual: null,
          })
        }),
      },
      no_binding_accepted: {
        title: 'Query allows a presentation without holder binding',
        problem: 'The query does not allow a presentation without holder binding',
        clauses: ['OID4VP-1FINALA-B.3'],
        level: 'info',
        why: 'The query accepts credentials that are not bound to a key.',
        hint: 'Nothing to do: this is for information.',
        run: onMatch(({ holderBinding }) =>
          holderBinding.required
            ? notApplicable(say`The query asks for holder binding.`)
            : pass(holderBinding.present ? say`with a proof` : say`without a proof`),
        ),
        rejects: null,
      },
    },
  ),
)
