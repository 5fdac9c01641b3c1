import { hideMadeInText, madeSearch } from '@/lib/core/engine/redaction/message/hide-made'
import type { MadeIn } from '@/lib/core/ground/ports/made-in'
import { redactLine } from '@/lib/core/wings'

type Writable = Pick<NodeJS.WriteStream, 'write'>

/**
 * Redacts everything that is written to a stream, whatever code writes it: frameworks print parts of requests. `madeIn`
 * finds what this service made and still takes.
 */
export function redactStream(stream: Writable, madeIn: MadeIn): void {
  const write = stream.write.bind(stream) as (chunk: string | Uint8Array, ...rest: unknown[]) => boolean
  stream.write = ((chunk: string | Uint8Array, ...rest: unknown[]) =>
    write(
      redactLine(
        hideMadeInText(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8'), madeSearch(madeIn)),
      ),
      ...rest,
    )) as Writable['write']
}
