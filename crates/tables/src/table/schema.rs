//! Tables as lists of columns: names, types, encodings, reading and writing from one list.

use std::ops::Range;

use parquet::errors::Result;

use super::row_group::{RowGroupReader, RowGroupWriter};
use super::spec::{ColumnSpec, TableSpec};

/// Rows of a table, column by column, as `columns!` makes them.
pub trait Columns: Default + Send {
    /// One row.
    type Row;
    /// The columns in the order of the files.
    const COLUMNS: &'static [ColumnSpec];

    /// Number of rows.
    fn len(&self) -> usize;

    /// True if there are no rows.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Removes all rows but keeps their memory.
    fn clear(&mut self);

    /// Appends rows.
    fn extend(&mut self, rows: &[Self::Row]);

    /// Appends rows of other columns: all, or those for which `keep` is true.
    fn append(&mut self, other: &Self, keep: Option<&[bool]>);

    /// Appends some consecutive rows of other columns.
    fn append_range(&mut self, other: &Self, rows: Range<usize>);

    /// All rows.
    fn rows(&self) -> Vec<Self::Row>;

    /// Encodes some consecutive rows as a row group.
    fn write(&self, rows: Range<usize>, group: &mut RowGroupWriter) -> Result<()>;

    /// Reads `rows` rows and appends them.
    fn read(&mut self, group: &mut RowGroupReader, rows: usize) -> Result<()>;
}

/// A table of an index.
pub trait Table: Columns {
    /// Schema, sizes and order of the table.
    const SPEC: TableSpec;

    /// The name of the table, and of the folder that holds its files.
    const NAME: &'static str = Self::SPEC.name;

    /// True if there are enough rows for a row group.
    fn is_full(&self) -> bool {
        self.len() >= Self::SPEC.group_rows
    }
}

/// Defines a table's columns and its row from one list: the name of each column, in files too if
/// no other is given, its type, and its `Storage`.
#[macro_export]
macro_rules! columns {
    (
        $(#[$table_attribute:meta])* $table:ident,
        $(#[$row_attribute:meta])* $row:ident {
            $($(#[$doc:meta])* $column:ident $(as $stored:literal)?: $type:ty, $storage:ident;)*
        }
    ) => {
        $(#[$table_attribute])*
        #[derive(Clone, Debug, Default)]
        pub struct $table {
            $($column: $type,)*
        }

        $(#[$row_attribute])*
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct $row {
            $($(#[$doc])* pub $column: <$type as Column>::Value,)*
        }

        impl Columns for $table {
            type Row = $row;
            const COLUMNS: &'static [ColumnSpec] = &[$(ColumnSpec {
                name: columns!(@name $column $($stored)?),
                column_type: <$type as Column>::TYPE,
                annotation: <$type as Column>::ANNOTATION,
                storage: Storage::$storage,
            }),*];

            fn len(&self) -> usize {
                [$(self.$column.len()),*][0]
            }

            fn clear(&mut self) {
                $(self.$column.clear();)*
            }

            fn extend(&mut self, rows: &[$row]) {
                $(self.$column.extend(rows.iter().map(|row| &row.$column));)*
            }

            fn append(&mut self, other: &Self, keep: Option<&[bool]>) {
                $(self.$column.append(&other.$column, keep);)*
            }

            fn append_range(&mut self, other: &Self, rows: Range<usize>) {
                $(self.$column.append_range(&other.$column, rows.clone());)*
            }

            fn rows(&self) -> Vec<$row> {
                $(let mut $column = self.$column.values();)*
                let row = |_| $row {
                    $($column: $column.next().expect("all columns have as many rows"),)*
                };
                (0..self.len()).map(row).collect()
            }

            fn write(&self, rows: Range<usize>, group: &mut RowGroupWriter) -> Result<()> {
                $(self.$column.write(rows.clone(), group)?;)*
                Ok(())
            }

            fn read(&mut self, group: &mut RowGroupReader, rows: usize) -> Result<()> {
                $(self.$column.read(group, rows)?;)*
                Ok(())
            }
        }
    };
    (@name $column:ident) => { stringify!($column) };
    (@name $column:ident $stored:literal) => { $stored };
}
