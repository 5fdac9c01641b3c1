import { redactLine } from '@/lib/core/wings'

type Writable = Pick<NodeJS.WriteStream, 'write'>

/** Redacts everything that is written to a stream, whatever code writes it: frameworks print parts of requests. */
export function redactStream(stream: Writable): void {
  const write = stream.write.bind(stream) as (chunk: string | Uint8Array, ...rest: unknown[]) => boolean
  stream.write = ((chunk: string | Uint8Array, ...rest: unknown[]) =>
    write(
      redactLine(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8')),
      ...rest,
    )) as Writable['write']
}
