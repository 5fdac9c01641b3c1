import { describe, expect, it } from 'vitest'
import type { StoredEvent } from '../../ground/ports/store-types'
import { epochMillis } from '../../ground/time/time'
import { declinedInBrowser } from './browser-outcome'

type Report = 'started' | 'left' | 'rejected' | 'stopped'

const event = (report: Report, index: number): Pick<StoredEvent, 'type' | 'detail' | 'at' | 'exchangeId'> => ({
  type: report === 'rejected' || report === 'stopped' ? 'vp_dc_api_failed' : `vp_dc_api_${report}`,
  detail: report === 'rejected' ? { name: 'NotAllowedError' } : report === 'stopped' ? { name: 'AbortError' } : {},
  at: epochMillis(index),
  exchangeId: null,
})

/** Where the rejection is that says that nothing was shared; `undefined` for none. */
const declined = (...reports: Report[]) => declinedInBrowser(reports.map(event))?.at

describe('a browser that shared nothing', () => {
  it.each<[string, Report[], number]>([
    ['was called once', ['started', 'rejected'], 1],
    ['reported the start of its call late', ['rejected', 'started'], 0],
    ['was called again after the page was left', ['started', 'left', 'started', 'rejected'], 3],
    ['was called again after a page crashed', ['started', 'started', 'rejected'], 2],
    ['was asked again on a page that was left', ['started', 'rejected', 'started', 'left'], 1],
    ['was stopped first', ['started', 'stopped', 'started', 'rejected'], 3],
    ['is left without a call', ['started', 'rejected', 'left'], 1],
  ])('%s', (_, reports, at) => expect(declined(...reports)).toBe(at))

  it.each<[string, Report[]]>([
    ['was not called', ['rejected']],
    ['is asked again', ['started', 'rejected', 'started']],
    ['is asked again after the page was left with no call', ['started', 'rejected', 'left', 'started']],
    ['was only left', ['started', 'left']],
    ['was only stopped', ['started', 'stopped']],
  ])('is not one that %s', (_, reports) => expect(declined(...reports)).toBeUndefined())
})
