import type { ComponentPropsWithRef, ElementType } from 'react'
import { classNames } from '../hooks/class-names.ts'
import styles from './Layout.module.css'

interface Look {
  /** Between children, in steps of 4 px, as the tokens of space. */
  gap?: 0.5 | 1 | 1.5 | 2 | 2.5 | 3 | 3.5 | 4 | 6
  /** Across the direction of the children. */
  align?: 'center' | 'start' | 'end' | 'baseline' | 'stretch'
  /** Along the direction of the children. */
  justify?: 'center' | 'between' | 'end'
  wrap?: boolean
  inline?: boolean
  /** In a flex parent: takes the width or height that is left, may be narrower than its content, or keeps its size. */
  flex?: 'grow' | 'fill' | 'shrink' | 'none'
  /** A line at one side. */
  rule?: 'top' | 'bottom'
  /** Line, ground and corners: of a card, or of what one types or chooses in. */
  frame?: boolean | 'control'
  /** The one column of a grid may be narrower than its content. */
  narrow?: boolean
  /** As high as its parent. */
  full?: boolean
  /** Padding, in steps of 4 px. */
  pad?: 2 | 3 | 4 | 6
  size?: 'meta' | 'list' | 'body' | 'section' | 'page'
  weight?: 400 | 500 | 600
  tone?: 'text' | 'muted' | 'faint' | 'accent' | 'ok' | 'warn' | 'danger'
  /** One line, which ends in an ellipsis. */
  cut?: boolean
  /** Breaks within a word that is too long. */
  breaks?: boolean
  nowrap?: boolean
  /** Digits of one width. */
  digits?: boolean
}

type Props<E extends ElementType> = Look & { as?: E } & Omit<ComponentPropsWithRef<E>, keyof Look | 'as'>

/** Draws the tag with the classes of its look, below its own. All other attributes reach the tag, the ref too. */
function draw(tag: ElementType, base: string | undefined, props: Props<ElementType>) {
  const { as: Tag = tag, gap, align, justify, wrap, inline, flex, rule, frame, ...others } = props
  const { narrow, full, pad, size, weight, tone, cut, breaks, nowrap, digits, className, ...rest } = others
  const all = classNames(
    base,
    gap !== undefined && styles[`gap${gap * 4}`],
    align && styles[`align-${align}`],
    justify && styles[`justify-${justify}`],
    wrap && styles['wrap'],
    inline && styles['inline'],
    flex && styles[`flex-${flex}`],
    rule && styles[`rule-${rule}`],
    frame && styles[frame === true ? 'frame' : frame],
    narrow && styles['narrow'],
    full && styles['full'],
    pad && styles[`pad${pad * 4}`],
    size && styles[size],
    weight && styles[`weight${weight}`],
    tone && styles[`tone-${tone}`],
    cut && styles['cut'],
    breaks && styles['breaks'],
    nowrap && styles['nowrap'],
    digits && styles['digits'],
    className,
  )
  return <Tag {...rest} className={all} />
}

/** A flex row, its children centred across it. */
export const HStack = <E extends ElementType = 'div'>({ align = 'center', ...props }: Props<E>) =>
  draw('div', styles['row'], { ...props, align })

/** A flex column. */
export const VStack = <E extends ElementType = 'div'>(props: Props<E>) => draw('div', styles['column'], props)

/** A grid; of one column, unless its class says more. */
export const Grid = <E extends ElementType = 'div'>(props: Props<E>) => draw('div', styles['grid'], props)

/** Its child stands in the middle of it. */
export const Center = <E extends ElementType = 'div'>(props: Props<E>) => draw('div', styles['center'], props)

/** Words; a span by default. */
export const Text = <E extends ElementType = 'span'>(props: Props<E>) => draw('span', undefined, props)

/** Any other box. */
export const Box = <E extends ElementType = 'div'>(props: Props<E>) => draw('div', undefined, props)
