import { withoutMade } from '@/lib/core/engine/endpoints/entered-text'
import { shorten } from '@/lib/core/engine/redaction/values/bound-json'
import type { MadeIn } from '@/lib/core/ground/ports/made-in'
import { redactLine } from '@/lib/core/wings'
import { logTextMax } from './log'

type Writable = Pick<NodeJS.WriteStream, 'write'>

/**
 * Redacts everything that is written to a stream, whatever code writes it: frameworks print parts of requests. `madeIn`
 * finds what this service made and still takes. What is longer than a text of the log is cut.
 */
export function redactStream(stream: Writable, madeIn: MadeIn): void {
  const write = stream.write.bind(stream) as (chunk: string | Uint8Array, ...rest: unknown[]) => boolean
  stream.write = ((chunk: string | Uint8Array, ...rest: unknown[]) => {
    const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8')
    const kept = text.length > logTextMax ? `${shorten(text, logTextMax)}\n` : text
    return write(redactLine(withoutMade(kept, { madeIn })), ...rest)
  }) as Writable['write']
}
