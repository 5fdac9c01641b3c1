import { area, of } from '../../../engine/checks/area'
import {
  notApplicable,
  notObserved,
  type Outcome,
  pass,
  type Reason,
  tolerated,
  violated,
} from '../../../engine/checks/check'
import { shown, shownPaths } from '../../../engine/judgements/shown'
import { isPidDoctype } from '../../../shared/pid/pid-types'
import { bare, listed, quote, type Said, say, type Wording } from '../../../shared/values/wording'
import { isPidSdJwt } from '../../judgements/is-pid'
import { onAnswer, onKbJwt } from '../../judgements/subjects'
import type {
  PresentedReading,
  PresentedSubject,
  RequestFacts,
  ResponseReading,
} from '../../read/response/response-reading'
import { transactionHashesMax } from '../../read/transaction/read-transaction-hashes'
import {
  matchedEntries,
  type TransactionEntry,
  type TransactionHashes,
  type TransactionHashMistake,
} from '../../read/transaction/transaction-hashes'

/** The input of a transaction data check: one presentation. */
interface Transactions {
  readonly found: TransactionHashes
  /** Entries that this presentation may authorise. */
  readonly own: readonly TransactionEntry[]
  readonly subject: PresentedSubject
}

/** Runs a check on the transaction data hashes of a presentation. */
const onTransactionHashes =
  (run: (transactions: Transactions) => Outcome) =>
  (subject: PresentedSubject): Outcome => {
    const { presented, answer } = subject
    const { transactions } = answer.request
    if (presented.reading.format !== 'dc+sd-jwt') return notApplicable(onlyInSdJwt)
    const without = withoutTransactions(answer.request)
    if (without !== null) return notApplicable(without)
    if (presented.transaction === null) return notApplicable(say`There is no Key Binding JWT that can be read.`)
    if (presented.transaction.type === 'absent')
      return notApplicable(say`The Key Binding JWT has no transaction_data_hashes; see vp.txn.represented.`)
    const own = transactions.filter(({ credentialIds }) => credentialIds.includes(presented.queryId))
    return run({ found: presented.transaction, own, subject })
  }

/** OID4VP-1FINALA-B.2.1, OID4VP-1FINALA-B.3.3.1 */
const onlyInSdJwt = say`Only SD-JWT VC has one rule for every type of transaction data: in an mdoc the type says which element contains it.`

/** Entries with more than one hash. Identical entries have equal hashes. */
function repeated({ hashes }: TransactionHashes): number[] {
  const counts = new Map<number | undefined, { readonly entries: readonly number[]; count: number }>()
  for (const { entries } of hashes) {
    const one = counts.get(entries[0]) ?? { entries, count: 0 }
    one.count += 1
    counts.set(entries[0], one)
  }
  return [...counts.values()].flatMap(({ entries, count }) =>
    entries.length > 0 && count > entries.length ? entries : [],
  )
}

/** Algorithms listed in a finding; the rest are counted. */
const listedMax = 20

function algAllowedListed(allowed: readonly (readonly string[])[]): Said[] {
  const names = [...new Set(allowed.flat())]
  return [
    ...names.slice(0, listedMax).map((name) => (name.length > 200 ? shown(name) : quote(name))),
    ...(names.length > listedMax ? [say`and ${names.length - listedMax} more`] : []),
  ]
}

/** What a well-formed hash that matches no entry is. */
const mistakes: Readonly<Record<Exclude<TransactionHashMistake, 'with_padding'>, Reason>> = {
  decoded: {
    says: 'A hash of the transaction data covers the decoded JSON',
    fix: 'Hash the string of transaction_data as it was received.',
  },
  another_algorithm: {
    says: 'A hash of the transaction data was made with another algorithm than it names',
    fix: 'Name the algorithm in transaction_data_hashes_alg.',
  },
  as_hex: {
    says: 'A hash of the transaction data is hexadecimal',
    fix: 'Send the digest in base64url without padding.',
  },
}

/** The first mistake that explains an unmatched hash; `null` if none does. */
const mistakeIn = ({ hashes }: TransactionHashes): TransactionHashMistake | null =>
  hashes.find((hash) => hash.mistake !== null)?.mistake ?? null

/** Checks of one presentation's transaction data. */
export const transactionHashChecks = Object.values(
  area(
    'vp.txn',
    { subject: of<PresentedSubject>(), rejects: 'invalid_presentation' },
    {
      hashes_type: {
        title: 'Hashes of transaction data are an array of base64url strings',
        reasons: {
          other_form: {
            says: 'The member transaction_data_hashes is not an array of base64url strings: {seen}',
            fix: 'Send transaction_data_hashes as a non-empty array of base64url strings without padding.',
          },
          with_padding: {
            says: 'A hash of the transaction data has padding, or the alphabet of standard base64: {seen}',
            fix: 'Leave out the padding, and use the alphabet of base64url.',
          },
        },
        refusal: 'The member transaction_data_hashes is not an array of base64url strings.',
        clauses: ['OID4VP-1FINALA-B.3.3.1'],
        level: 'must',
        judges: { token: 'presented_credential', member: 'key_binding.claims.transaction_data_hashes' },
        why: 'Verifiers compare the hashes as strings.',
        run: onTransactionHashes(({ found: { type, hashes, total } }) => {
          const expected = say`an array of base64url strings`
          if (type !== 'array') return violated('other_form', { expected, actual: bare.somethingElse })
          if (total === 0) return violated('other_form', { expected, actual: say`an empty array` })
          const malformed = hashes.flatMap(({ wellFormed, mistake }, place) => (wellFormed ? [] : [{ place, mistake }]))
          if (malformed.length === 0) return pass(total)
          // Each of them is a hash of an entry in another alphabet, or at least one is something else.
          const isOther = malformed.some(({ mistake }) => mistake !== 'with_padding')
          return violated(isOther ? 'other_form' : 'with_padding', {
            expected,
            actual: malformed.map(({ place }) => quote(`/${place}`)),
          })
        }),
      },
      hashes_match: {
        title: 'Hashes are those of the transaction data as it was sent',
        reasons: {
          no_match: {
            says: 'An entry of transaction data has no matching hash: {seen}',
            fix: 'Hash the string of the request as it is, without decoding it, and send the digest as base64url.',
          },
          repeated: {
            says: 'An entry of transaction data has several hashes: {seen}',
            fix: 'Send one hash for each entry of the request.',
          },
          ...mistakes,
        },
        refusal: 'An entry of transaction data has no matching hash.',
        clauses: ['OID4VP-1FINALA-B.3.3.1'],
        level: 'must',
        needs: ['vp.txn.hashes_type'],
        judges: { token: 'presented_credential', member: 'key_binding.claims.transaction_data_hashes' },
        why: 'The hash shows that the user authorised exactly this text.',
        run: onTransactionHashes(({ found, own, subject: { answer, presented } }) => {
          if (!found.alg.supported)
            return notObserved(say`The named algorithm cannot be computed here; see vp.txn.alg_allowed.`)
          const elsewhere = answer.presentations
            .filter((one) => one !== presented)
            .map((one) => matchedEntries(one.transaction))
          const here = matchedEntries(found)
          const due = own.filter(({ index }) => here.has(index) || !elsewhere.some((entries) => entries.has(index)))
          if (due.length === 0) return notApplicable(say`There is no entry for this credential to authorise.`)
          const unmatched = due.filter(({ index }) => !here.has(index))
          if (unmatched.length === 0) {
            const again = repeated(found)
            return again.length === 0
              ? pass(due.map(({ index }) => say`entry ${index}`))
              : tolerated('repeated', {
                  expected: say`one hash of each entry`,
                  actual: say`more than one of ${listed(
                    again.map((index) => say`entry ${index}`),
                    ', ',
                  )}`,
                })
          }
          return violated(mistakeIn(found) ?? 'no_match', {
            expected: say`a hash of each entry`,
            actual: say`none of ${listed(
              unmatched.map(({ index }) => say`entry ${index}`),
              ', ',
            )}`,
          })
        }),
      },
      no_foreign_hashes: {
        title: 'Every hash belongs to an entry of the transaction data',
        reasons: {
          foreign: {
            says: 'A hash in transaction_data_hashes belongs to no entry of the request: {seen}',
            fix: 'Send one hash for each entry of the request and no other.',
          },
          too_many: {
            says: 'There are more transaction_data_hashes than are compared: {seen}',
            fix: 'Send one hash for each entry of the request and no other.',
          },
          ...mistakes,
        },
        refusal: 'A hash in transaction_data_hashes belongs to no entry of the request.',
        clauses: ['OID4VP-1FINALA-B.3.3.1'],
        level: 'must',
        needs: ['vp.txn.hashes_type'],
        judges: { token: 'presented_credential', member: 'key_binding.claims.transaction_data_hashes' },
        why: 'A hash of something else would mean that a different transaction was authorised.',
        run: onTransactionHashes(({ found }) => {
          if (!found.alg.supported)
            return notObserved(say`The named algorithm cannot be computed here; see vp.txn.alg_allowed.`)
          const foreign = found.hashes.flatMap(({ entries }, place) => (entries.length === 0 ? [`/${place}`] : []))
          // With more hashes than were read, some belong to the same entry or to none.
          if (foreign.length === 0 && found.total > found.hashes.length)
            return violated('too_many', {
              expected: say`at most ${transactionHashesMax} hashes (transactionHashesMax)`,
              actual: say`${found.total}: those after the first ${found.hashes.length} were not compared`,
            })
          if (foreign.length === 0) return pass()
          return violated(mistakeIn(found) ?? 'foreign', {
            expected: say`hashes of entries of the request`,
            actual: foreign.map(quote),
          })
        }),
      },
      alg_present: {
        title: 'Key Binding JWT names the algorithm of the hashes',
        problem:
          'The Key Binding JWT lacks transaction_data_hashes_alg, although the transaction data names algorithms',
        clauses: ['OID4VP-1FINALA-B.3.3.1'],
        level: 'must',
        judges: { token: 'presented_credential', member: 'key_binding.claims.transaction_data_hashes_alg' },
        why: 'Where the request offers algorithms, the verifier has to know which one was used.',
        hint: 'Send transaction_data_hashes_alg whenever an entry of the request has it.',
        run: onTransactionHashes(({ found: { alg }, own }) => {
          if (own.every(({ algorithms }) => algorithms === null))
            return notApplicable(say`No entry for this credential names an algorithm.`)
          return alg.type === 'absent'
            ? violated({ expected: say`transaction_data_hashes_alg`, actual: null })
            : pass(shown(alg.value))
        }),
      },
      alg_allowed: {
        title: 'Algorithm of the hashes is one that the transaction data allows',
        problem: 'The transaction_data_hashes_alg is not an algorithm that the transaction data allows',
        clauses: ['OID4VP-1FINALA-B.3.3.1'],
        level: 'must',
        judges: { token: 'presented_credential', member: 'key_binding.claims.transaction_data_hashes_alg' },
        why: 'The verifier can compute only the algorithms that it named, or sha-256.',
        hint: "Use one of the entry's transaction_data_hashes_alg values, or sha-256 if it has none. Send it as one string.",
        run: onTransactionHashes(({ found: { alg }, own }) => {
          if (alg.type === 'absent')
            return notApplicable(say`The Key Binding JWT names no algorithm; see vp.txn.alg_present.`)
          if (own.length === 0) return notApplicable(say`No entry names this credential; see vp.txn.right_credential.`)
          const { value } = alg
          if (value === null) return violated({ expected: say`a string`, actual: bare.somethingElse })
          const allowed = own.map(({ algorithms }) => algorithms ?? ['sha-256'])
          return allowed.every((list) => list.includes(value))
            ? pass(shown(value))
            : violated({ expected: algAllowedListed(allowed), actual: shown(value) })
        }),
      },
      right_credential: {
        title: 'Transaction data is authorised by a credential that it names',
        problem: 'A credential authorises transaction data that does not name it',
        clauses: ['OID4VP-1FINAL-5.1'],
        level: 'must',
        needs: ['vp.txn.hashes_type'],
        why: 'The verifier says which credentials may authorise a transaction.',
        hint: 'Put the hash of an entry only into the Key Binding JWT of a credential that its credential_ids name.',
        run: onTransactionHashes(({ found, own }) => {
          const named = new Set(own.map(({ index }) => index))
          const wrong = [...matchedEntries(found)].filter((index) => !named.has(index))
          return wrong.length === 0
            ? pass()
            : violated({
                expected: say`entries that name this credential`,
                actual: wrong.map((index) => say`entry ${index}`),
              })
        }),
      },
      unsolicited: {
        title: 'Key Binding JWT has no hashes where no transaction data was sent',
        problem: 'The Key Binding JWT has hashes although no transaction data was sent',
        clauses: ['OID4VP-1FINAL-8.4'],
        level: 'should',
        why: 'Unsolicited hashes may belong to another transaction.',
        hint: 'Send transaction_data_hashes only if the request has transaction_data.',
        run: onKbJwt(({ transactionData: { hashes, alg }, jws }, _sdJwt, { answer }) => {
          if (answer.request.transactionData !== null) return notApplicable(say`The request holds transaction data.`)
          if (jws.claims === null) return notApplicable(say`The payload cannot be read.`)
          const sent = Object.entries({ transaction_data_hashes: hashes, transaction_data_hashes_alg: alg }).flatMap(
            ([name, value]) => (value === undefined ? [] : [name]),
          )
          return sent.length === 0 ? pass() : violated({ expected: say`neither`, actual: sent.map(quote) })
        }),
        rejects: null,
      },
      mdoc_elements: {
        title: 'Elements signed by the device are listed with the transaction data',
        problem: 'An element that the device signed is not listed with the transaction data',
        clauses: ['OID4VP-1FINALA-B.2.1', 'OID4VP-1FINAL-8.4'],
        level: 'info',
        why: 'In an mdoc, each type of transaction data defines which device-signed element represents it, so only a person can judge.',
        hint: 'Check that the elements defined by your type of transaction data are among them.',
        run: ({ presented: { reading }, answer }) => {
          if (reading.format !== 'mso_mdoc') return notApplicable(say`The presentation is not an mdoc.`)
          const without = withoutTransactions(answer.request)
          if (without !== null) return notApplicable(without)
          if (reading.documents.length === 0) return notApplicable(say`No document could be read.`)
          const elements = reading.documents.flatMap(({ device }) => device.elements)
          return pass(
            elements.length === 0
              ? say`The device signed no elements.`
              : shownPaths(elements.map(({ namespace, name }) => [namespace, name])),
          )
        },
        rejects: null,
      },
    },
  ),
)

/** Checks of transaction data across all presentations. */
export const transactionChecks = Object.values(
  area(
    'vp.txn',
    { subject: of<ResponseReading>() },
    {
      represented: {
        title: 'Response represents all transaction data of the request',
        reasons: {
          missing: {
            says: 'The response does not represent the transaction data: {seen}',
            fix: 'Put transaction_data_hashes into the Key Binding JWT of a credential that the entry names, or sign the element that its type defines for an mdoc, or send an error.',
          },
          of_pid: {
            says: 'The response does not represent the transaction data, which names a PID: {seen}',
            fix: 'Refuse the request with invalid_transaction_data: the key of a PID must not confirm transaction data.',
            refusal:
              'The response does not represent the transaction data, and the key of a PID must not: refuse with invalid_transaction_data.',
          },
          by_type: {
            says: 'Only its type says whether the device signed the transaction data, which was not judged',
            fix: 'Compare the elements in vp.txn.mdoc_elements with those that the type of the transaction data defines.',
          },
          perhaps: {
            says: 'The Key Binding JWT has no transaction_data_hashes, and claims that the type of the transaction data may define, which were not judged',
            fix: 'Put transaction_data_hashes into the Key Binding JWT, unless the type of the transaction data defines other claims.',
          },
        },
        clauses: ['OID4VP-1FINAL-8.4', 'OID4VP-1FINAL-5.1'],
        level: 'must',
        rejects: 'invalid_presentation',
        refusal:
          'The response does not represent the transaction data: put transaction_data_hashes into the Key Binding JWT.',
        why: 'Without a representation, nothing shows that the user authorised the transaction.',
        run: onAnswer((_parameters, { request, presentations }) => {
          const without = withoutTransactions(request)
          if (without !== null) return notApplicable(without)
          if (presentations.length === 0)
            return notApplicable(say`The response holds no presentation that can be read.`)
          const found = request.transactions.map((entry) => representationOf(entry, presentations))
          const missing = request.transactions.filter((_, place) => found[place] === 'missing')
          if (missing.length > 0)
            return violated(missing.every((entry) => onlyPidsFor(entry, presentations)) ? 'of_pid' : 'missing', {
              expected: say`a hash of each entry, or an element that the device signed`,
              actual: say`none of ${listed(
                missing.map(({ index }) => say`entry ${index}`),
                ', ',
              )}`,
            })
          if (found.includes('by_type'))
            return tolerated('by_type', {
              expected: say`transaction_data_hashes, or an element that the device signed`,
              actual: say`elements that the device signed`,
            })
          if (found.includes('perhaps'))
            return tolerated('perhaps', {
              expected: say`transaction_data_hashes`,
              actual: say`other claims`,
            })
          return pass()
        }),
      },
      one_credential: {
        title: 'One credential authorises each entry of transaction data',
        problem: 'An entry of transaction data was authorised by several credentials',
        clauses: ['OID4VP-1FINAL-5.1'],
        level: 'must',
        why: 'A transaction is authorised once: where an entry names several credentials, the wallet uses one of them.',
        hint: 'Where credential_ids names several credentials, put the hash into the Key Binding JWT of one of them.',
        run: onAnswer((_parameters, { request, presentations }) => {
          const without = withoutTransactions(request)
          if (without !== null) return notApplicable(without)
          const several = request.transactions.filter(({ credentialIds }) => credentialIds.length > 1)
          if (several.length === 0) return notApplicable(say`Each entry names one credential.`)
          const authorised = several.map(({ index }) => ({
            index,
            by: presentations.filter(({ transaction }) => matchedEntries(transaction).has(index)),
          }))
          const twice = authorised.filter(({ by }) => by.length > 1)
          if (twice.length > 0)
            return violated({
              expected: say`one credential`,
              actual: twice.map(({ index, by }) => say`entry ${index} by ${by.length} credentials`),
            })
          return authorised.some(({ by }) => by.length === 1)
            ? pass()
            : notApplicable(say`No credential authorises such an entry; see vp.txn.represented.`)
        }),
      },
    },
  ),
)

/** True if each presentation that answers an entry is a PID, so that adding what is missing would break PIDRB-5. */
function onlyPidsFor({ credentialIds }: TransactionEntry, presentations: readonly PresentedReading[]): boolean {
  const named = presentations.filter(({ queryId }) => credentialIds.includes(queryId))
  return named.length > 0 && named.every(isPid)
}

const isPid = (presented: PresentedReading): boolean =>
  presented.reading.format === 'mso_mdoc'
    ? presented.reading.documents.some(({ docType }) => isPidDoctype(docType))
    : isPidSdJwt(presented)

/**
 * How a response represents a transaction data entry. `perhaps`: by claims that its type may define. `by_type`: by
 * device-signed elements that only the type explains. An mdoc without device-signed elements represents nothing.
 * OID4VP-1FINAL-8.4, OID4VP-1FINALA-B.2.1
 */
function representationOf(
  { credentialIds }: TransactionEntry,
  presentations: readonly PresentedReading[],
): 'hashes' | 'perhaps' | 'by_type' | 'missing' {
  const able = presentations.filter(({ queryId }) => credentialIds.includes(queryId))
  if (able.some(({ transaction }) => transaction !== null && transaction.type !== 'absent')) return 'hashes'
  if (able.some(({ reading }) => hasDeviceElements(reading))) return 'by_type'
  if (able.some(({ reading }) => hasOtherClaims(reading))) return 'perhaps'
  return 'missing'
}

const hasDeviceElements = (reading: PresentedReading['reading']): boolean =>
  reading.format === 'mso_mdoc' && reading.documents.some(({ device }) => device.elements.length > 0)

const hasOtherClaims = (reading: PresentedReading['reading']): boolean =>
  reading.format === 'dc+sd-jwt' && reading.kbJwt.present && reading.kbJwt.unknownClaims.length > 0

/** Why a request's transaction data cannot be judged; `null` if it can. */
export function withoutTransactions({ transactionData, transactions }: RequestFacts): Wording | null {
  if (transactionData === null) return say`The request holds no transaction data.`
  return transactions.length === 0 ? say`No entry of the transaction data conforms to the specification.` : null
}
