import { describe, expect, it } from 'vitest'
import { addSeconds } from '../../shared/time/time'
import { event, evidence, fetched, now, session } from '../checks/fixtures/verifier-evidence'
import { judgeDeviation } from './judge-deviation'

const judged = (test: string, ...events: ReturnType<typeof fetched>[]) =>
  judgeDeviation(
    evidence({
      session: session({
        options: { ...session().options, negative_test: test, expect: 'refusal', refusal_wait: 10 },
      }),
      events,
    }),
  )
const report = (shown: string) => event(40, 'vp_refusal_reported', { shown })

describe('silence where a wallet has to refuse', () => {
  it('passes nothing by itself: the wallet may still ask its user', () => {
    expect(judged('bad_signature', fetched())).toMatchObject({
      result: 'not_observed',
      because: 'No response within 10 s. Look at the wallet, and report whether it showed an error or carried on.',
    })
  })

  it('passes where the wallet got no request to show', () => {
    expect(judged('http_500_on_request', fetched())).toMatchObject({ result: 'pass' })
  })

  it('passes where the campaign knows that silence is a refusal, until a person or the wallet says otherwise', () => {
    const counted = event(30, 'vp_silence_counted', { control_session_id: 'another' })
    expect(judged('bad_signature', fetched(), counted)).toMatchObject({
      result: 'pass',
      actual: { parts: expect.arrayContaining([expect.stringContaining('although a driver approves')]) },
    })
    expect(judged('bad_signature', fetched(), counted, report('went_on'))).toMatchObject({ result: 'violated' })
    const presented = event(35, 'vp_response_replayed', { presented: true })
    expect(judged('bad_signature', fetched(), counted, presented)).toMatchObject({ result: 'violated' })
  })

  it('says nothing there either where nothing was wrong with what the wallet fetched', () => {
    const counted = event(30, 'vp_silence_counted', { control_session_id: 'another' })
    expect(judged('wallet_nonce_wrong', fetched(), counted)).toMatchObject({
      result: 'not_observed',
      because: 'Nothing was wrong with the request that this wallet fetched.',
    })
  })

  it('is judged by what a person saw', () => {
    expect(judged('bad_signature', fetched(), report('error'))).toMatchObject({ result: 'pass' })
    expect(judged('bad_signature', fetched(), report('went_on'))).toMatchObject({ result: 'violated' })
    expect(judged('http_500_on_request', fetched(), report('went_on'))).toMatchObject({ result: 'violated' })
  })

  it('says nothing while the wallet has time, nor of one that never came', () => {
    expect(judged('bad_signature', fetched(55))).toMatchObject({ result: 'not_observed' })
    expect(judged('bad_signature')).toMatchObject({
      result: 'not_observed',
      because: 'The wallet fetched nothing. Report what it displayed.',
    })
  })

  it('says nothing where a good wallet answers', () => {
    expect(judgeDeviation(evidence({ events: [fetched()], now: addSeconds(now, 600) }))).toMatchObject({
      result: 'not_observed',
    })
  })
})
