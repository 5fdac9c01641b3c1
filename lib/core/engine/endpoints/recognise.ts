import { formDecode } from '../../shared/http/read-form'
import { isStoreUnavailable } from '../../shared/ports/errors'
import type { JudgedFinding } from '../../shared/ports/finding'
import { toldKinds, type ValueKind } from '../../shared/recognise/kinds'
import { nearName } from '../../shared/recognise/near-name'
import {
  digestsOf,
  type KnownValues,
  lookedUpMax,
  mayAnswer,
  mayLookUp,
  type Recognised,
  whatIs,
  wordsFor,
} from '../../shared/recognise/what-is'
import { whoSigned } from '../../shared/recognise/who-signed'
import { textInBase64 } from '../../shared/values/base64url'
import { quoteStart, say, type Wording } from '../../shared/values/wording'
import type { Ask } from '../checks/check'
import { type Answered, asksOf, withAnswer } from '../checks/evaluate'
import type { RequestContext } from './request-context'

/** Of a request without a session and without values of its own. */
export const nothingKnown: KnownValues = { sessionId: null, values: [] }

/** Whether a check could not place something. A right request asks nothing. */
export const asksAnything = (findings: readonly JudgedFinding[]): boolean =>
  findings.some((finding) => asksOf(finding).length > 0)

/**
 * Asks the recognisers what the checks could not place, and gives the findings their words. Storage is called once, and
 * also if no value is known: how long it takes tells nothing. A lookup that fails leaves everything as it was.
 */
export async function recognise(
  findings: readonly JudgedFinding[],
  known: () => Promise<KnownValues>,
  context: Pick<RequestContext, 'exchange' | 'ports'>,
): Promise<JudgedFinding[]> {
  try {
    return await answered(findings, known, context)
  } catch (error) {
    if (!isStoreUnavailable(error)) throw error
    return [...findings]
  }
}

async function answered(
  findings: readonly JudgedFinding[],
  read: () => Promise<KnownValues>,
  { exchange, ports }: Pick<RequestContext, 'exchange' | 'ports'>,
): Promise<JudgedFinding[]> {
  const asks = findings.flatMap(asksOf)
  const values = lookedUp(asks)
  const digests = values.flatMap((value) => digestsOf(value, ports.sha256))
  const [known, stored] =
    values.length === 0 && !asks.some((ask) => 'signed' in ask)
      ? [nothingKnown, []]
      : await Promise.all([read(), ports.store.valuesOfAnyKind(toldKinds, digests)])
  const what = (value: string, due: ValueKind): Recognised | null =>
    values.includes(value) ? whatIs(value, { ...known, due, stored, now: exchange.at, sha256: ports.sha256 }) : null
  /** Whether a value is of a kind, under whatever name this request sends it. */
  const isOf = (value: string, due: ValueKind): boolean =>
    what(value, 'none')?.kind === due ||
    stored.some((row) => row.kind === due && digestsOf(value, ports.sha256).includes(row.digest))
  return Promise.all(
    findings.map(async (finding) => {
      for (const ask of asksOf(finding)) {
        const answer = 'signed' in ask ? await signerOf(ask, known, ports) : answerTo(ask, { what, isOf })
        if (answer !== null) return withAnswer(finding, answer)
      }
      return finding
    }),
  )
}

/** Most tokens of one kind whose signature is looked into. */
const signedTokensMax = 2

/** Whose key a signature fits that does not fit its own. */
async function signerOf(
  { signed, reason, der }: Extract<Ask, { readonly signed: unknown }>,
  { tokens, keys }: KnownValues,
  { verifySignature }: RequestContext['ports'],
): Promise<Answered | null> {
  const tried = (await keys?.()) ?? []
  for (const token of (tokens?.(signed) ?? []).slice(0, signedTokensMax)) {
    const found = await whoSigned(token, { keys: tried, verifySignature })
    if (found === 'der' && der === undefined) continue
    if (found === 'der')
      return { reason: der ?? reason, seen: say`a signature in DER`, answer: say`a signature in DER` }
    if (found === null) continue
    const seen = wordsFor({ ...found, state: null })
    return { reason, seen, answer: mayAnswer(found) ? seen : null }
  }
  return null
}

/** The values to look up, each once, and no more than a message may ask. */
const lookedUp = (asks: readonly Ask[]): string[] =>
  [...new Set(asks.flatMap(valuesIn))].filter(mayLookUp).slice(0, lookedUpMax.values)

const valuesIn = (ask: Ask): string[] => {
  if ('value' in ask)
    return [
      ask.value,
      ...(ask.wrapped === undefined ? [] : [unwrapped(ask.value)]),
      ...(ask.encoded === undefined ? [] : decodings(ask.value).map(({ text }) => text)),
    ]
  if ('signed' in ask) return []
  return ask.due === undefined ? [] : Object.values(ask.among).filter((value) => typeof value === 'string')
}

/** A value without the blanks and quotation marks around it. */
const unwrapped = (value: string): string => value.trim().replaceAll(/^["'\s]+|["'\s]+$/g, '')

/** What a value says that is encoded once too often, and the name of that encoding. */
function decodings(value: string): readonly { readonly text: string; readonly by: Wording }[] {
  const ofBase64 = textInBase64(value)
  const ofPercent = formDecode(value)
  return [
    ...(ofBase64 === null || ofBase64 === '' ? [] : [{ text: ofBase64, by: say`base64` }]),
    ...(ofPercent === value ? [] : [{ text: ofPercent, by: say`percent-encoding` }]),
  ]
}

type What = (value: string, due: ValueKind) => Recognised | null

function answerTo(
  ask: Exclude<Ask, { readonly signed: unknown }>,
  { what, isOf }: { readonly what: What; readonly isOf: (value: string, due: ValueKind) => boolean },
): Answered | null {
  const { reason } = ask
  if ('value' in ask) {
    const inner = unwrapped(ask.value)
    if (ask.wrapped !== undefined && inner !== ask.value && isOf(inner, ask.due)) {
      const seen = say`blanks or quotation marks`
      return { reason: ask.wrapped, seen, answer: null }
    }
    const is = what(ask.value, ask.due)
    if (is === null) {
      if (ask.encoded === undefined) return null
      const encoding = decodings(ask.value).find(({ text }) => isOf(text, ask.due))
      return encoding === undefined ? null : { reason: ask.encoded, seen: encoding.by, answer: null }
    }
    // Whoever asks may hold the value of somebody else: no answer says whether it lives.
    return { reason, seen: wordsFor(is), answer: mayAnswer(is) ? wordsFor({ ...is, state: null }) : null }
  }
  const present = Object.entries(ask.among).map(([name, value]) => ({
    name,
    fits: ask.due !== undefined && typeof value === 'string' && isOf(value, ask.due),
  }))
  const near = nearName(ask.missing, present, { exact: ask.exact === true })
  if (near === null) return null
  const seen = quoteStart(near.name, 64)
  // The name of a draft is one of our own table; any other is the client's.
  const answer = near.draft === null ? null : seen
  return { reason: near.draft === null ? reason : (ask.oldName ?? reason), seen, answer }
}
