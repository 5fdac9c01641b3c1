import { describe, expect, it } from 'vitest'
import type { PresentationEventType } from '../../shared/ports/event-type'
import { event } from '../checks/fixtures/verifier-evidence'
import { browserCalls } from './browser-calls'

type Posted = PresentationEventType | readonly [PresentationEventType, userAgent: string]

/** Outcome of each call after these posts. */
const outcomesAfter = (...posted: Posted[]) =>
  browserCalls({
    events: posted.map((one, second) => {
      const [type, userAgent] = typeof one === 'string' ? [one, 'Test/1'] : one
      return event(second, type, { carrier: 'browser', user_agent: userAgent })
    }),
    exchanges: [],
  }).map(({ outcome }) => outcome)

describe('a call of the browser', () => {
  it('is pending until its page tells more', () => {
    expect(outcomesAfter('vp_dc_api_started')).toEqual([null])
  })

  it('is left where its page is', () => {
    expect(outcomesAfter('vp_dc_api_started', 'vp_dc_api_left')).toEqual(['left'])
  })

  it('is left where the same browser asks anew before it came to anything', () => {
    expect(outcomesAfter('vp_dc_api_started', 'vp_dc_api_started', 'vp_dc_api_failed')).toEqual(['left', 'error'])
  })

  it('is left by its page after another browser asked', () => {
    const other = (type: PresentationEventType) => [type, 'Other/1'] as const
    expect(
      outcomesAfter(
        'vp_dc_api_started',
        other('vp_dc_api_started'),
        other('vp_presentation_response_received'),
        'vp_dc_api_left',
      ),
    ).toEqual(['left', 'answer'])
  })

  it('ends with what names no browser that asked', () => {
    expect(outcomesAfter('vp_dc_api_started', ['vp_dc_api_left', 'Unknown/1'])).toEqual(['left'])
  })

  it('was none where the page could not call', () => {
    expect(outcomesAfter('vp_dc_api_started', 'vp_dc_api_unsupported')).toEqual([null, 'unsupported'])
  })
})
