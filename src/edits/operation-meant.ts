/** Which operation is meant by a name that there is not: names of other programs' interfaces, and what people call what it does. */
import { distance, likest, sameNames } from '../base/likeness.ts';

/**
 * What else each operation is called, beside the verbs and things that `likest` takes for each other. What two operations are called the same
 * is answered with both of them, or with the one that a kind of file has.
 */
const ALSO_CALLED: Readonly<Record<string, string>> = {
  accept_revision: 'accept_change accept accept_suggestion accept_edit approve_change resolve_revision resolve_change settle_revision',
  reject_revision:
    'reject_change reject reject_suggestion reject_edit decline_change discard_change undo_change revert_change resolve_revision resolve_change settle_revision',
  replace_text: 'replace search_replace replace_word replace_string replace_content set_text',
  set_text: 'shape_text set_shape_text placeholder_text set_title_text',
  rewrite_block: 'replace_paragraph edit_paragraph set_paragraph_text rewrite rewrite_text rewrite_paragraph rename_heading',
  insert_blocks:
    'add_content add_markdown add_list add_bullets add_quote add_text add_table insert_page_break add_page_break append_paragraph insert_code insert_html insert_equation',
  delete_block: 'delete_text delete_table delete_content delete_section delete_list delete_page_break',
  move_block: 'move_section move_table move_list',
  set_format:
    'format set_alignment align align_block set_bold bold italic underline make_bold highlight highlight_text color set_color set_text_color set_cell_format format_cell format_range format_text format_block',
  set_cell_text: 'set_cell set_table_cell replace_cell edit_table_cell',
  set_cells: 'set_cell set_value set_range cell_value fill_cell fill_range',
  set_formula: 'add_formula formula',
  insert_rows: 'add_table_row',
  delete_rows: 'delete_table_row',
  insert_columns: 'add_table_column',
  delete_columns: 'delete_table_column',
  merge_cells: 'merge join_cell combine_cell merge_range merge_table_cell',
  unmerge_cells: 'unmerge unmerge_range split_cells',
  insert_text_box: 'add_textbox',
  replace_image: 'edit_image replace_logo',
  insert_chart: 'create_chart',
  add_chart: 'create_chart',
  set_alt_text: 'alt_text add_alt_text set_image_alt set_description image_description',
  remove_link: 'unlink delete_link delete_hyperlink',
  add_bookmark: 'set_bookmark',
  set_control:
    'fill_control content_control set_content_control set_form_field fill_form_field set_field fill_field set_checkbox check_checkbox tick_checkbox select_dropdown',
  add_control: 'add_content_control add_form_field add_checkbox add_dropdown',
  delete_control: 'delete_content_control delete_form_field delete_checkbox delete_dropdown',
  set_header_footer: 'set_header set_footer add_page_numbers set_page_number insert_page_number header footer',
  set_page: 'set_margin set_orientation page_setup page_layout set_columns paper_size page_size page_margins landscape',
  insert_section_break: 'section_break add_section',
  delete_section_break: 'remove_section_break',
  refresh_toc: 'toc update_toc rebuild_toc regenerate_toc table_of_contents update_table_of_contents add_toc refresh_field',
  set_property: 'set_metadata set_title document_property set_document_property set_author',
  add_comment: 'comment comment_on add_annotation',
  annotate: 'add_annotation add_highlight highlight',
  reply_comment: 'reply add_reply add_comment_reply',
  resolve_comment: 'close_comment mark_comment_resolved',
  restyle: 'apply_look change_look restyle_document set_document_style set_theme document_font',
  apply_theme: 'set_theme restyle',
  set_layout: 'slide_layout set_slide_layout',
  add_shape: 'draw_shape insert_rectangle',
  add_connector: 'add_line add_arrow connect_shape draw_line connect',
  insert_media: 'add_video add_audio',
  insert_equation: 'add_math',
  set_shape: 'move_shape resize_shape set_position resize shape_position shape_size',
  order_shape: 'bring_to_front send_to_back z_order set_z_order',
  ungroup_shapes: 'ungroup',
  set_notes: 'speaker_notes add_speaker_notes set_slide_notes',
  set_transition: 'slide_transition',
  rename_sheet: 'set_sheet_name',
  set_sheet: 'hide_sheet show_sheet unhide_sheet tab_color set_tab_color',
  set_cell_style: 'cell_style',
  set_watermark: 'add_watermark',
  set_number_format: 'format_number number_format',
  define_name: 'named_range add_named_range define_named_range add_name',
  delete_name: 'delete_named_range',
  add_conditional_format: 'conditional_format',
  add_data_validation: 'add_validation data_validation add_dropdown',
  remove_rules: 'delete_conditional_format delete_data_validation clear_rules clear_conditional_format clear_data_validation',
  protect_sheet: 'lock_sheet protect lock',
  freeze: 'freeze_panes freeze_rows freeze_columns',
  group: 'group_rows group_columns outline',
  resize_table: 'expand_table extend_table',
  sort: 'sort_range sort_rows sort_table sort_data sort_columns',
  set_auto_filter: 'add_filter add_autofilter filter autofilter apply_filter',
  update_chart: 'edit_chart set_chart',
  add_pivot: 'add_pivot_table pivot_table',
  update_pivot: 'refresh_pivot set_pivot_table refresh_pivot_table',
  add_page_numbers: 'page_numbers number_pages',
  set_bookmarks: 'add_outline outline',
  redact: 'redact_text black_out',
  fill_form: 'fill_field set_field fill_form_field set_form_field',
  flatten_form: 'flatten',
  rotate_pages: 'rotate',
  delete_pages: 'delete_page',
  extract_pages: 'split_pages split',
  stamp: 'add_watermark add_stamp set_watermark',
};

const OTHER_NAMES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(ALSO_CALLED).map(([op, names]) => [op, names.split(' ')]),
);
const otherNames = (op: string): readonly string[] => OTHER_NAMES.get(op) ?? [];

/**
 * @param known the operations that there are: all of them, or those of a kind of file
 * @returns the one that is meant, or two of them: `accept_revision or reject_revision`; undefined where none is like it
 */
export function operationMeant(said: string, known: readonly string[]): string | undefined {
  const slip = known.find((op) => Math.abs(said.length - op.length) <= 1 && distance(said.toLowerCase(), op) <= 1);
  if (slip !== undefined) return slip;
  const all = [...new Set(known.flatMap((op) => [op, ...otherNames(op)]))];
  const same = new Set(sameNames(said, all));
  const meant = known.filter((op) => [op, ...otherNames(op)].some((name) => same.has(name)));
  if (meant.length > 0) return meant.slice(0, 2).join(' or ');
  const name = likest(said, [...known, ...all]);
  if (name === undefined || known.includes(name)) return name;
  return known
    .filter((op) => otherNames(op).includes(name))
    .slice(0, 2)
    .join(' or ');
}

/** The operations that the table speaks of. */
export const CALLED_OTHERWISE: readonly string[] = Object.keys(ALSO_CALLED);
