import { Fragment } from 'react'

/** Text with names such as `jwt.claims.aud` that may break only after a dot or underscore in a narrow column. */
export const Breakable = ({ text }: { readonly text: string }) =>
  text.split(/(?<=[._])/).map((name, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their order.
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {name}
    </Fragment>
  ))
