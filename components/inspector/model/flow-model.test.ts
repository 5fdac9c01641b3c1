import { describe, expect, it } from 'vitest'
import { selectDetail } from './detail-selection'
import { expectedExchanges } from './exchanges'
import { exchange, session } from './fixtures/session'
import type { FlowModel, SessionHead } from './flow-model'
import { inspectSession } from './inspect-session'
import { nowWords, steps } from './progress'
import { liveForMillis } from './session-state'
import { timeline } from './timeline'

/**
 * A flow of two exchanges that differs from issuance in everything a model can define: panels must not know which flow
 * they render.
 */
type Question = Omit<SessionHead, 'status'> & {
  readonly status: 'created' | 'asked' | 'answered' | 'wrong' | 'expired'
  readonly topic: string
}

const flow: FlowModel<Question, 'question' | 'answer'> = {
  server: 'Issuer',
  heading: 'Question',
  title: ({ topic }) => `About ${topic}`,
  terms: () => 'by reference',
  program: () => null,
  codeLabel: 'QR code of the question',
  codeUsed: 'question opened',
  operations: { getQuestion: 'question', sendAnswer: 'answer' },
  does: { question: 'Question fetched', answer: 'Response' },
  opening: 'question',
  expected: () => [
    { kind: 'question', method: 'GET', path: '…/question', does: 'Fetches it', say: 'Fetch the question.' },
    {
      kind: 'answer',
      method: 'POST',
      path: '…/answer',
      does: 'Answers it',
      say: 'Answer the question.',
      causes: ['The user has to consent.'],
    },
  ],
  milestones: () => [
    { key: 'created', done: 'Created', refused: '', open: '', takenBy: { what: 'creation' } },
    {
      key: 'fetched',
      done: 'Question fetched',
      refused: 'Question refused',
      open: 'Fetch the question',
      takenBy: { what: 'success', of: 'question' },
    },
    {
      key: 'received',
      done: 'Response received',
      refused: '',
      open: 'Send the response',
      takenBy: { what: 'arrival', of: 'answer' },
    },
    {
      key: 'verified',
      done: 'Response verified',
      refused: 'Response refused',
      open: 'Verify the response',
      takenBy: { what: 'success', of: 'answer' },
    },
  ],
  plannedErrors: { say_again: 'Asked to repeat, as planned' },
  states: {
    created: { standing: 'running', words: 'Wallet at work' },
    asked: { standing: 'running', words: 'Waiting for the response' },
    answered: { standing: 'done', words: 'Responded' },
    wrong: { standing: 'refused', words: 'Response refused' },
    expired: { standing: 'expired', words: 'Expired' },
  },
  lastStatus: () => null,
  over: {
    done: { say: 'Already responded.', more: '' },
    failed: { say: 'It failed.', more: '' },
    expired: { say: 'Too late.', more: '' },
    unreached: { say: 'Nobody came.', more: '' },
  },
  nothingRecorded: 'Nobody came.',
  lingerSeconds: 0,
  events: { told: new Set(['question_sent']), words: { answer_seen: () => 'Response seen' } },
  tabs: [
    { id: 'facts', label: 'Facts' },
    { id: 'spoken', label: 'Spoken' },
    { id: 'checks', label: 'Checks' },
  ],
}

const fetched = exchange('/questions/1', 200, 1, { operation: 'getQuestion' })
const answered = (status: number, error: string | null = null) =>
  exchange('/questions/1', status, 2, {
    operation: 'sendAnswer',
    response: { status, content_type: null, headers: {}, body: error === null ? null : { error } },
  })

const look = (status: Question['status'], exchanges: readonly ReturnType<typeof exchange>[]) =>
  inspectSession(flow, { session: { ...session({ exchanges }), status, topic: 'weather' }, intended: {} })

const states = (...of: Parameters<typeof look>) => steps(look(...of), flow).map(({ key, state }) => `${key} ${state}`)

describe('a flow of another kind', () => {
  it('has steps that its creation, an arrival and a success take', () => {
    expect(states('created', [])).toEqual(['created done', 'fetched current', 'received ahead', 'verified ahead'])
    expect(states('asked', [fetched])).toEqual(['created done', 'fetched done', 'received current', 'verified ahead'])
    expect(states('wrong', [fetched, answered(400, 'bad')])).toEqual([
      'created done',
      'fetched done',
      'received done',
      'verified held',
    ])
    expect(states('answered', [fetched, answered(200)]).at(-1)).toBe('verified done')
  })

  it('says in its own words what is next, what came and where it is', () => {
    expect(nowWords(look('asked', [fetched]), flow).say).toBe('Answer the question.')
    const refused = look('wrong', [fetched, answered(400)])
    const next_step = {
      do: 'Ask for another question.',
      because: 'This one is used up.',
      operation: null,
      survives: [],
    }
    expect(nowWords(refused, flow).say).toBe('Correct the request and send it again.')
    expect(nowWords({ ...refused, session: { ...refused.session, next_step } }, flow)).toEqual({
      say: next_step.do,
      more: next_step.because,
    })
    const stuck = { ...refused, session: { ...refused.session, next_step } }
    expect(expectedExchanges(stuck, flow)).toEqual([])
    expect(nowWords(look('answered', [fetched, answered(200)]), flow)).toEqual({
      say: 'Already responded.',
      more: '',
    })
    expect(expectedExchanges(look('asked', [fetched]), flow).map(({ causes }) => causes)).toEqual([
      ['The user has to consent.'],
    ])
  })

  it('tells its exchanges and events, and what it plans for, itself', () => {
    const events = ['question_sent', 'answer_seen'].map((type) => ({ at: answered(200).at, type, detail: {} }))
    const seen = look('asked', [fetched, answered(400, 'say_again')])
    const rows = timeline({ ...seen, session: { ...seen.session, events } }, flow)
    expect(rows.map((row) => (row.type === 'event' ? row.words : row.what))).toEqual([
      'Question fetched',
      'Asked to repeat, as planned',
      'Response seen',
    ])
    expect(steps(seen, flow).at(-1)).toMatchObject({ key: 'verified', state: 'current' })
  })

  it('has its own tabs, and lives no longer than it says', () => {
    const seen = look('asked', [fetched])
    const choices = { exchanges: seen.exchanges, checks: [], first: null }
    expect(selectDetail({ ...choices, target: { tab: 'spoken' } }, flow).tab).toBe('spoken')
    expect(selectDetail({ ...choices, target: { tab: 'request' } }, flow).tab).toBe('facts')
    const expiry = Date.parse(seen.session.expires_at)
    expect(liveForMillis(seen, { lingerSeconds: flow.lingerSeconds, now: expiry - 1000 })).toBe(1000)
  })
})
