import type { ConformanceEntry, ExchangeView } from '@/lib/core/engine/evidence/session-view'
import { isObject, type Json } from '@/lib/core/shared/values/json'
import { tokenName } from '../../inspector/model/decoded-tokens'
import { checksOfParameter, type MemberRule, ruleOf } from './member-rules'
import { type Member, type MemberGroup, messageMembers } from './message-members'

/** The part of a session's read-back that is compared. */
export interface ComparedSession {
  readonly session_id: string
  readonly exchanges: readonly ExchangeView[]
  readonly checks: { readonly conformance: readonly ConformanceEntry[] }
}

/** The token member that a check judges; `null` if it judges no single one. */
export type JudgedMember = (checkId: string) => { readonly kind: string; readonly path: string } | null

/** A member on one side, as the page says it. */
export interface SideValue {
  readonly text: string
  /** `value`: as sent. `said`: in our words, because it is compared by rule, hidden, or absent. */
  readonly kind: 'value' | 'said'
  /** Whether a check found it wrong. */
  readonly wrong: boolean
}

export interface ComparedMember {
  readonly name: string
  readonly before: SideValue
  readonly after: SideValue
  readonly differs: boolean
  /** Checks that judge it. */
  readonly judgedBy: readonly string[]
}

interface ComparedGroup {
  readonly title: string
  readonly members: readonly ComparedMember[]
}

/** What was sent in two exchanges. */
export interface ComparedMessages {
  readonly groups: readonly ComparedGroup[]
  readonly differing: number
  readonly agreeing: number
  /** Members beyond the first of a message with very many. */
  readonly leftOut: number
  /** Checks that one of them passed and the other did not, beyond those of members that differ. */
  readonly checks: readonly ComparedCheck[]
}

interface ComparedCheck {
  readonly id: string
  readonly before: 'pass' | 'wrong'
  readonly after: 'pass' | 'wrong'
}

/** An exchange and its counterpart; one of them may be absent. */
export interface ExchangePair {
  readonly before: ExchangeView | null
  readonly after: ExchangeView | null
}

/** Most exchanges of a session that are paired. */
const pairsMax = 100
/** Longest text of a value, in characters; a longer one is cut where it is shown. */
const textMax = 2000
/** Most ids of a session that count as its own. */
const idsMax = 32

const isId = (segment: string): boolean =>
  /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(segment) || /^(?:[\w-]{22}|[\w-]{43}|~[\da-f]{4})$/.test(segment)

/** Ids in the addresses of a session: each session has its own. */
function ownIds({ session_id, exchanges }: ComparedSession): string[] {
  const segments = exchanges.slice(0, pairsMax).flatMap(({ path }) => path.split('/').filter(isId))
  return [...new Set([session_id, ...segments])].filter((id) => id !== '').slice(0, idsMax)
}

const withoutIds = (text: string, ids: readonly string[]): string =>
  ids.reduce((left, id) => left.replaceAll(id, '{id}'), text)

/** Requests of a wallet and its browser, in order; not those that we sent to ourselves, nor a tool's. */
const sentByWallet = ({ exchanges }: ComparedSession): ExchangeView[] =>
  exchanges.filter(({ origin, method }) => origin !== 'internal' && origin !== 'operator' && method !== 'OPTIONS')

/** Equal for requests with the same purpose. */
const purposeOf = ({ operation, method, path }: ExchangeView, ids: readonly string[]): string =>
  operation ?? `${method} ${withoutIds(path, ids)}`

/**
 * Pairs the exchanges of two sessions: the first request of an operation with the first, the second with the second. In
 * the order of `after`, then what only `before` has. Of very many exchanges the first are paired.
 */
export function pairExchanges(before: ComparedSession, after: ComparedSession): ExchangePair[] {
  const [idsBefore, idsAfter] = [ownIds(before), ownIds(after)]
  const waiting = new Map<string, ExchangeView[]>()
  for (const exchange of sentByWallet(before).slice(0, pairsMax)) {
    const purpose = purposeOf(exchange, idsBefore)
    const queue = waiting.get(purpose)
    if (queue === undefined) waiting.set(purpose, [exchange])
    else queue.push(exchange)
  }
  const pairs = sentByWallet(after)
    .slice(0, pairsMax)
    .map((exchange) => ({ before: waiting.get(purposeOf(exchange, idsAfter))?.shift() ?? null, after: exchange }))
  return [...pairs, ...[...waiting.values()].flat().map((exchange) => ({ before: exchange, after: null }))]
}

/**
 * The exchange of `before` to compare this one of `after` with: its pair or, for a repeated request, the last of its
 * operation. `null` if `before` has none.
 */
export function counterpartOf(
  exchangeId: string,
  before: ComparedSession,
  after: ComparedSession,
): ExchangeView | null {
  const pair = pairExchanges(before, after).find((one) => one.after?.id === exchangeId)
  if (pair === undefined || pair.after === null) return null
  if (pair.before !== null) return pair.before
  const [purpose, ids] = [purposeOf(pair.after, ownIds(after)), ownIds(before)]
  return sentByWallet(before).findLast((one) => purposeOf(one, ids) === purpose) ?? null
}

/** One side of a comparison. */
interface Side {
  readonly ids: readonly string[]
  readonly findings: readonly ConformanceEntry[]
  /** When it was sent, RFC 3339. */
  readonly at: string
}

const sideOf = (session: ComparedSession, { id, at }: ExchangeView): Side => ({
  ids: ownIds(session),
  at,
  findings: session.checks.conformance.filter(({ exchange_id }) => exchange_id === id),
})

interface Compared {
  readonly session: ComparedSession
  readonly exchange: ExchangeView
}

/**
 * Compares what a wallet sent in two exchanges, member by member. Values that are new in each session are compared by
 * what their checks found, redacted ones by their length and that. Ids in the addresses of each session are not compared.
 */
export function compareMessages(before: Compared, after: Compared, judgedMember: JudgedMember): ComparedMessages {
  const [sideBefore, sideAfter] = [sideOf(before.session, before.exchange), sideOf(after.session, after.exchange)]
  const [sentBefore, sentAfter] = [messageMembers(before.exchange), messageMembers(after.exchange)]
  const groups: ComparedGroup[] = []
  for (const group of sentAfter.groups) {
    const other = sentBefore.groups.find(({ key }) => key === group.key)
    // The member that carries a token already says that it is on one side only.
    if (other === undefined && group.token !== null) continue
    groups.push(compareGroup(other ?? { ...group, members: [] }, group, { sideBefore, sideAfter, judgedMember }))
  }
  for (const group of sentBefore.groups)
    if (group.token === null && !sentAfter.groups.some(({ key }) => key === group.key))
      groups.push(compareGroup(group, { ...group, members: [] }, { sideBefore, sideAfter, judgedMember }))
  const members = groups.flatMap((group) => group.members)
  const differing = members.filter(({ differs }) => differs)
  const told = new Set(differing.flatMap(({ judgedBy }) => judgedBy))
  return {
    // What differs is read first.
    groups: [...groups].sort((one, other) => Number(hasDifference(other)) - Number(hasDifference(one))),
    differing: differing.length,
    agreeing: members.length - differing.length,
    leftOut: sentBefore.leftOut + sentAfter.leftOut,
    checks: differingChecks(sideBefore.findings, sideAfter.findings).filter(({ id }) => !told.has(id)),
  }
}

const hasDifference = ({ members }: ComparedGroup): boolean => members.some(({ differs }) => differs)

/** Most checks that are named beside the members. */
const checksMax = 20

/** Checks that one side passed and the other did not, in the order of its findings. */
function differingChecks(before: readonly ConformanceEntry[], after: readonly ConformanceEntry[]): ComparedCheck[] {
  const known = worstById(before)
  return [...worstById(after)]
    .flatMap(([id, now]): ComparedCheck[] => {
      const then = known.get(id)
      return then === undefined || then === now ? [] : [{ id, before: then, after: now }]
    })
    .slice(0, checksMax)
}

function worstById(findings: readonly ConformanceEntry[]): Map<string, 'pass' | 'wrong'> {
  const worst = new Map<string, 'pass' | 'wrong'>()
  for (const { id, status } of findings) {
    if (status === 'fail' || status === 'warn') worst.set(id, 'wrong')
    else if (status === 'pass' && !worst.has(id)) worst.set(id, 'pass')
  }
  return worst
}

interface Judging {
  readonly sideBefore: Side
  readonly sideAfter: Side
  readonly judgedMember: JudgedMember
}

const keyOf = ({ path }: Member): string => JSON.stringify(path)

function compareGroup(before: MemberGroup, after: MemberGroup, judging: Judging): ComparedGroup {
  const known = new Map(before.members.map((member) => [keyOf(member), member]))
  const sent = new Map(after.members.map((member) => [keyOf(member), member]))
  const keys = [...new Set([...sent.keys(), ...known.keys()])]
  return {
    title: after.title,
    members: keys.map((key) => {
      const [one, other] = [known.get(key), sent.get(key)]
      const path = (other ?? one)?.path ?? []
      const rule = ruleIn(after, path)
      return compareMember(
        path,
        rule,
        read(one, { group: before, side: judging.sideBefore, judgedMember: judging.judgedMember }),
        read(other, { group: after, side: judging.sideAfter, judgedMember: judging.judgedMember }),
      )
    }),
  }
}

/** What the issuer wrote into a credential is not new in each presentation. */
function ruleIn({ token }: MemberGroup, path: readonly string[]): MemberRule {
  const rule = ruleOf(path.filter((name) => !/^\d+$/.test(name)))
  const isOfIssuer = token?.kind === 'presented_credential' && !token.path.startsWith('key_binding')
  return rule === 'fresh' && isOfIssuer ? 'fits' : rule
}

type Verdict = 'pass' | 'wrong' | null

/** A member as read on one side. */
interface ReadMember {
  readonly verdict: Verdict
  readonly judgedBy: readonly string[]
  /** Equal for values that agree. */
  readonly comparable: string
  /** How long before its request it was made, in words; `null` for anything but a time of making. */
  readonly age: string | null
  readonly shown: string
  readonly isShownAsSent: boolean
}

function compareMember(
  path: readonly string[],
  rule: MemberRule,
  before: ReadMember | null,
  after: ReadMember | null,
): ComparedMember {
  const both = before !== null && after !== null
  const isByRule = rule === 'fresh' || rule === 'fits'
  const agreesByRule =
    both &&
    (isByRule
      ? (before.verdict === 'wrong') === (after.verdict === 'wrong')
      : rule === 'address' && before.verdict === 'pass' && after.verdict === 'pass')
  return {
    name: nameOf(path),
    before: sideValue(before, rule),
    after: sideValue(after, rule),
    differs: both ? !agreesByRule && (isByRule || before.comparable !== after.comparable) : before !== after,
    judgedBy: [...new Set([...(before?.judgedBy ?? []), ...(after?.judgedBy ?? [])])],
  }
}

const nameOf = (path: readonly string[]): string =>
  path.reduce((name, part) => (/^\d+$/.test(part) ? `${name}[${part}]` : name === '' ? part : `${name}.${part}`), '')

function sideValue(member: ReadMember | null, rule: MemberRule): SideValue {
  if (member === null) return { text: 'not sent', kind: 'said', wrong: false }
  const { verdict, shown, isShownAsSent, age } = member
  const wrong = verdict === 'wrong'
  if (rule === 'fresh' || rule === 'fits') {
    if (verdict === 'pass') return { text: rule === 'fresh' ? (age ?? rule) : rule, kind: 'said', wrong }
    if (verdict === null) return { text: 'set, not judged', kind: 'said', wrong }
  }
  return { text: shown, kind: isShownAsSent ? 'value' : 'said', wrong }
}

interface Reading {
  readonly group: MemberGroup
  readonly side: Side
  readonly judgedMember: JudgedMember
}

function read(member: Member | undefined, { group, side, judgedMember }: Reading): ReadMember | null {
  if (member === undefined) return null
  const { value, path } = member
  const hidden = hiddenWords(value)
  const text = hidden ?? (typeof value === 'string' ? value : JSON.stringify(value))
  const findings = findingsOf(path, group, side, judgedMember)
  return {
    verdict: verdictOf(findings),
    judgedBy: findings.map(({ id }) => id),
    comparable: `${hidden === null ? typeof value : 'hidden'} ${withoutIds(text, side.ids)}`,
    age: path.at(-1) === 'iat' && typeof value === 'number' ? ageWords(value, side.at) : null,
    shown: text.length > textMax ? `${text.slice(0, textMax)}… (${text.length} characters)` : text,
    isShownAsSent: hidden === null,
  }
}

/** A NumericDate beside the time of its request, e.g. `4 s before the request`. */
function ageWords(seconds: number, at: string): string {
  const age = Math.floor(Date.parse(at) / 1000) - Math.floor(seconds)
  if (age === 0) return 'in the second of the request'
  return `${Math.abs(age)} s ${age > 0 ? 'before' : 'after'} the request`
}

/** What the record tells of a redacted value; `null` for one that it shows. */
function hiddenWords(value: Json): string | null {
  if (!isObject(value) || value.redacted !== true) return null
  const { jwt, length, present, scheme } = value
  const said = typeof scheme === 'string' ? `${scheme} ` : ''
  if (isObject(jwt)) return `${said}${tokenName(jwt as { kind?: Json })}`
  if (present === false) return `${said}empty`
  return typeof length === 'number' ? `${said}hidden, ${length} characters` : `${said}hidden`
}

/** Members that hold others: a check of one of them judges no single member in it. */
const containers = new Set(['', 'header', 'claims', 'key_binding', 'key_binding.header', 'key_binding.claims'])

/** What the checks of this member found in the exchange. */
function findingsOf(
  path: readonly string[],
  { token }: MemberGroup,
  { findings }: Side,
  judgedMember: JudgedMember,
): readonly ConformanceEntry[] {
  if (token === null) {
    const checks = checksOfParameter(path.at(-1) ?? '')
    return findings.filter(({ id }) => checks.includes(id))
  }
  const own = [token.path, ...path].filter((part) => part !== '').join('.')
  return findings.filter(({ id, subject }) => {
    if (subject !== undefined && !token.source.endsWith(`vp_token.${subject.query_id}[${subject.index}]`)) return false
    const judged = judgedMember(id)
    if (judged === null || judged.kind !== token.kind || containers.has(judged.path)) return false
    return own === judged.path || own.startsWith(`${judged.path}.`)
  })
}

/** The worst of them; `null` where none ran. */
function verdictOf(findings: readonly ConformanceEntry[]): Verdict {
  if (findings.some(({ status }) => status === 'fail' || status === 'warn')) return 'wrong'
  return findings.some(({ status }) => status === 'pass') ? 'pass' : null
}
