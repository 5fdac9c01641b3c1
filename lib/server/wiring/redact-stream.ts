import { withoutMade } from '@/lib/core/engine/endpoints/entered-text'
import { shorten } from '@/lib/core/engine/redaction/values/bound-json'
import { redactLine } from '@/lib/core/issuer-and-verifier-redaction'
import type { MadeIn } from '@/lib/core/shared/ports/made-in'
import { logTextMax } from '../basics/log'

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
