import { z } from 'zod'

/** A text of up to so many characters that pages show: it may have several lines. */
export const zShownText = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => !/[^\P{Cc}\t\r\n]/u.test(text), 'must hold no control characters but tabs and line ends')
