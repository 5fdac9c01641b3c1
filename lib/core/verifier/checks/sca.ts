import { area, of } from '../../engine/checks/area'
import { notApplicable, notObserved, type Outcome, pass, tolerated, violated } from '../../engine/checks/check'
import { shown } from '../../engine/judgements/shown'
import type { PresentKbJwt } from '../../shared/formats/sd-jwt-vc/read-presentation/sd-jwt-vc-reading'
import { bare, quote, say, word } from '../../shared/values/wording'
import { isPidSdJwt } from '../judgements/is-pid'
import { onKbJwt } from '../judgements/subjects'
import type { PresentedSubject } from '../read/response/response-reading'
import { browserResponseModes } from '../read/session/dc-api-options'
import { responseModes } from '../read/session/session-options'
import { type AuthenticationFactor, factorsOf, factorValues, scaCategory, scaEntriesOf } from '../read/transaction/sca'
import type { TransactionEntry } from '../read/transaction/transaction-hashes'

const known: readonly unknown[] = [...responseModes, ...browserResponseModes]

/** A presentation that confirms transactions of types of TS12. */
interface Confirmation {
  readonly entries: readonly TransactionEntry[]
  readonly kbJwt: PresentKbJwt
  readonly subject: PresentedSubject
}

/**
 * Runs a check on a presentation that carries the hash of an entry of a TS12 type. A PID is none for payments: what its key
 * signed is wrong as a whole. TS12-3.6, PIDRB-5
 */
const onConfirmation = (run: (confirmation: Confirmation) => Outcome): ((subject: PresentedSubject) => Outcome) =>
  onKbJwt((kbJwt, _sdJwt, subject) => {
    const entries = scaEntriesOf(subject.presented, subject.answer.request)
    if (entries.length === 0) return notApplicable(say`The presentation confirms no transaction of a type of TS12.`)
    if (isPidSdJwt(subject.presented)) return notApplicable(say`A PID confirms no payment; see vp.txn.pid_key.`)
    return run({ entries, kbJwt, subject })
  })

/** Fewest characters of a jti that hold enough randomness; TS12 has no figure. */
const jtiCharactersMin = 16

/** Values of a factor listed in a finding. */
const valuesMax = 8

const sca = area(
  'vp.sca',
  { subject: of<PresentedSubject>(), rejects: 'invalid_presentation' },
  {
    jti: {
      title: 'Key Binding JWT of a payment has a jti of its own',
      reasons: {
        missing: {
          says: 'The Key Binding JWT of a payment has no jti',
          fix: 'Send jti with a fresh random text, the authentication code of the payment.',
        },
        not_text: {
          says: 'The jti of the Key Binding JWT is no text',
          fix: 'Send jti as a string.',
        },
        repeated: {
          says: 'The jti was in an earlier presentation: it is the authentication code of one payment',
          fix: 'Make a new random jti for each presentation.',
        },
        short: {
          says: 'The jti of the Key Binding JWT has {seen}',
          fix: 'Make it of 128 random bits, such as 22 characters of base64url.',
        },
      },
      refusal: 'The Key Binding JWT of a payment needs a jti of its own, a text.',
      clauses: ['TS12-3.6', 'RFC7519-4.1.7'],
      level: 'must',
      judges: { token: 'presented_credential', member: 'key_binding.claims.jti' },
      why: 'The jti is the authentication code of the payment: a code that can be foreseen or used twice pays twice.',
      run: onConfirmation(({ kbJwt: { payment }, subject: { presented } }) => {
        const { jti } = payment
        if (jti === undefined) return violated('missing', { expected: say`a jti`, actual: null })
        if (typeof jti !== 'string') return violated('not_text', { expected: say`a text`, actual: bare.somethingElse })
        if (presented.seenBefore.jti === true)
          return violated('repeated', { expected: say`a new jti`, actual: say`a jti of an earlier presentation` })
        return jti.length < jtiCharactersMin
          ? tolerated('short', {
              expected: say`${jtiCharactersMin} characters at least`,
              actual: say`${jti.length} characters`,
            })
          : pass(say`${jti.length} characters`)
      }),
    },
    response_mode: {
      title: 'Key Binding JWT of a payment repeats the response_mode of the request',
      reasons: {
        other: {
          says: 'The response_mode of the Key Binding JWT is {seen}, which is not that of the request',
          fix: 'Send the response_mode of the request that the wallet answers.',
        },
        not_text: {
          says: 'The response_mode of the Key Binding JWT is no text',
          fix: 'Send response_mode as a string: the mode of the request that the wallet answers.',
        },
        missing: {
          says: 'response_mode is missing. The example of TS12 lacks it too, its text requires it',
          fix: 'Send the response_mode of the request as a claim of the Key Binding JWT.',
        },
      },
      refusal: 'The response_mode in the Key Binding JWT of a payment is that of the request.',
      clauses: ['TS12-3.6'],
      level: 'must',
      judges: { token: 'presented_credential', member: 'key_binding.claims.response_mode' },
      why: 'It shows the bank how a third party asked for the payment.',
      run: onConfirmation(({ kbJwt: { payment }, subject: { answer } }) => {
        const { response_mode: asked } = answer.session.request
        const wanted = typeof asked === 'string' ? asked : answer.request.responseMode
        const { responseMode } = payment
        if (responseMode === undefined) return violated('missing', { expected: quote(wanted), actual: null })
        if (typeof responseMode !== 'string')
          return violated('not_text', { expected: quote(wanted), actual: bare.somethingElse })
        return responseMode === wanted
          ? pass(quote(wanted))
          : violated('other', {
              expected: quote(wanted),
              // A mode with a dot in its name looks like a token.
              actual: known.includes(responseMode) ? quote(responseMode) : shown(responseMode),
            })
      }),
    },
    amr: {
      title: 'Key Binding JWT of a payment names two factors of different categories',
      reasons: {
        missing: {
          says: 'The Key Binding JWT of a payment has no amr',
          fix: 'Send amr with one object for each factor, such as {"knowledge": "pin_6_or_more_digits"}.',
        },
        texts: {
          says: 'amr holds texts, as RFC 8176; TS12 wants objects',
          fix: 'Send one object for each factor, such as {"knowledge": "pin_6_or_more_digits"}.',
        },
        other_form: {
          says: 'The amr is not an array of objects with one member each: knowledge, possession or inherence',
          fix: 'Send one object for each factor, with its category as the only member.',
        },
        one: {
          says: 'The amr names one factor; a payment takes two of different categories',
          fix: 'Ask the user for a second factor of another category, and name both.',
        },
        same: {
          says: 'The amr names factors of one category, {seen}; a payment takes two different ones',
          fix: 'Ask the user for a factor of another category, and name both.',
        },
      },
      refusal: 'The amr in the Key Binding JWT of a payment is an array of objects, of two categories at least.',
      clauses: ['TS12-3.6'],
      level: 'must',
      judges: { token: 'presented_credential', member: 'key_binding.claims.amr' },
      why: 'Strong customer authentication means two factors that do not fall together.',
      run: onConfirmation(({ kbJwt: { payment } }) => {
        const { amr } = payment
        const expected = say`objects for two categories at least`
        if (amr === undefined) return violated('missing', { expected, actual: null })
        if (Array.isArray(amr) && amr.length > 0 && amr.every((one) => typeof one === 'string'))
          return violated('texts', { expected, actual: say`texts` })
        const factors = factorsOf(amr)
        if (factors === null) return violated('other_form', { expected, actual: bare.somethingElse })
        const categories = [...new Set(factors.map(({ category }) => category))]
        if (categories.length >= 2) return pass(categories.map(word))
        return factors.length === 1
          ? violated('one', { expected, actual: categories.map(word) })
          : violated('same', { expected, actual: categories.map(word) })
      }),
    },
    amr_values: {
      title: 'Factors of a payment have values that TS12 lists',
      problem: 'A factor in amr has a value that TS12 does not list',
      clauses: ['TS12-3.6'],
      level: 'should',
      needs: ['vp.sca.amr'],
      judges: { token: 'presented_credential', member: 'key_binding.claims.amr' },
      why: 'A bank compares the values with its rules, and knows no others.',
      hint: 'Take the value from the list of TS12 section 3.6, or send other.',
      run: onConfirmation(({ kbJwt: { payment } }) => {
        const unlisted = (factorsOf(payment.amr) ?? []).filter(({ category, value }) => !isListed(category, value))
        return unlisted.length === 0
          ? pass()
          : violated({
              expected: say`values of TS12`,
              actual: unlisted.slice(0, valuesMax).map(({ category }) => say`another value of ${word(category)}`),
            })
      }),
      rejects: null,
    },
    type_allowed: {
      title: 'The type of the credential allows the transaction',
      reasons: {
        no_category: {
          says: 'The metadata of the credential lack the category of payments',
          fix: 'Confirm a transaction only with a type whose metadata have the category urn:eu:europa:ec:eudi:sua:sca.',
        },
        other_type: {
          says: 'The metadata of the credential do not allow {seen}',
          fix: 'Confirm only transactions whose type is a member of transaction_data_types in the metadata.',
        },
      },
      clauses: ['TS12-3.2', 'ARF3-SUA_07'],
      level: 'must',
      why: 'The bank says in the metadata what its credential may confirm.',
      run: onConfirmation(({ entries, subject: { presented } }) => {
        const { hosted } = presented
        if (hosted === undefined || hosted === null)
          return notObserved(say`The metadata of the type of the credential are not hosted here.`)
        if (hosted.category !== scaCategory)
          return violated('no_category', {
            expected: word(scaCategory),
            actual: hosted.category === null ? null : quote(hosted.category),
          })
        const others = [...new Set(entries.map(({ type }) => type))].filter(
          (type) => !hosted.transactions.includes(type),
        )
        return others.length === 0
          ? pass()
          : violated('other_type', {
              expected: hosted.transactions.map(quote),
              actual: others.slice(0, valuesMax).map((type) => shown(type)),
            })
      }),
      rejects: null,
    },
  },
)

/** Checks of a presentation that confirms a payment and the like. */
export const scaChecks = Object.values(sca)

const isListed = (category: AuthenticationFactor, value: unknown): boolean =>
  factorValues[category].some((known) => known === value)
