"""Classification models in ONNX form, run on this machine."""
